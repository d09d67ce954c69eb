// SPDX-License-Identifier: Apache-2.0
// Copies, fills, and the variables of device code.
#ifndef RIFFLE_API_CALLS_COPIES_H
#define RIFFLE_API_CALLS_COPIES_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy(void* dst, const void* src, size_t count,
                                            enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyAsync(void* dst, const void* src, size_t count,
                                                 enum cudaMemcpyKind kind,
                                                 cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyPeer(void* dst, int dst_device, const void* src,
                                                int src_device, size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyPeerAsync(void* dst, int dst_device, const void* src,
                                                     int src_device, size_t count,
                                                     cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2D(void* dst, size_t dpitch, const void* src,
                                              size_t spitch, size_t width, size_t height,
                                              enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src,
                                                   size_t spitch, size_t width, size_t height,
                                                   enum cudaMemcpyKind kind,
                                                   cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy3D(const struct cudaMemcpy3DParms* params);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* params,
                                                   cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* params);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* params,
                                                       cudaStream_t stream RIFFLE_API_DEFAULT(0));
#ifndef RIFFLE_CUDA_12
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs,
                                                      const size_t* sizes, size_t count,
                                                      struct cudaMemcpyAttributes* attrs,
                                                      size_t* attrs_idxs, size_t num_attrs,
                                                      cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy3DBatchAsync(size_t num_ops,
                                                        struct cudaMemcpy3DBatchOp* op_list,
                                                        unsigned long long flags,
                                                        cudaStream_t stream);
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaMemset(void* ptr, int value, size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaMemsetAsync(void* ptr, int value, size_t count,
                                                 cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemset2D(void* ptr, size_t pitch, int value, size_t width,
                                              size_t height);
RIFFLE_API cudaError_t CUDARTAPI cudaMemset2DAsync(void* ptr, size_t pitch, int value, size_t width,
                                                   size_t height,
                                                   cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemset3D(struct cudaPitchedPtr pitched, int value,
                                              struct cudaExtent extent);
RIFFLE_API cudaError_t CUDARTAPI cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value,
                                                   struct cudaExtent extent,
                                                   cudaStream_t stream RIFFLE_API_DEFAULT(0));

RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyToSymbol(
    const void* symbol, const void* src, size_t count, size_t offset RIFFLE_API_DEFAULT(0),
    enum cudaMemcpyKind kind RIFFLE_API_DEFAULT(cudaMemcpyHostToDevice));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyToSymbolAsync(const void* symbol, const void* src,
                                                         size_t count, size_t offset,
                                                         enum cudaMemcpyKind kind,
                                                         cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyFromSymbol(
    void* dst, const void* symbol, size_t count, size_t offset RIFFLE_API_DEFAULT(0),
    enum cudaMemcpyKind kind RIFFLE_API_DEFAULT(cudaMemcpyDeviceToHost));
RIFFLE_API cudaError_t CUDARTAPI
cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                          enum cudaMemcpyKind kind, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaGetSymbolAddress(void** ptr, const void* symbol);
RIFFLE_API cudaError_t CUDARTAPI cudaGetSymbolSize(size_t* size, const void* symbol);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_COPIES_H
