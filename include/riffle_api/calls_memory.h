// SPDX-License-Identifier: Apache-2.0
// Allocation on device and host, pointer attributes, and managed memory.
#ifndef RIFFLE_API_CALLS_MEMORY_H
#define RIFFLE_API_CALLS_MEMORY_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaMalloc(void** ptr, size_t size);
RIFFLE_API cudaError_t CUDARTAPI cudaMallocPitch(void** ptr, size_t* pitch, size_t width,
                                                 size_t height);
RIFFLE_API cudaError_t CUDARTAPI cudaMalloc3D(struct cudaPitchedPtr* pitched,
                                              struct cudaExtent extent);
RIFFLE_API cudaError_t CUDARTAPI cudaFree(void* ptr);
RIFFLE_API cudaError_t CUDARTAPI cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
RIFFLE_API cudaError_t CUDARTAPI cudaPointerGetAttributes(struct cudaPointerAttributes* attributes,
                                                          const void* ptr);

RIFFLE_API cudaError_t CUDARTAPI cudaMallocHost(void** ptr, size_t size);
RIFFLE_API cudaError_t CUDARTAPI cudaHostAlloc(void** host_ptr, size_t size, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaFreeHost(void* ptr);
RIFFLE_API cudaError_t CUDARTAPI cudaHostRegister(void* ptr, size_t size, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaHostUnregister(void* ptr);
RIFFLE_API cudaError_t CUDARTAPI cudaHostGetDevicePointer(void** device_ptr, void* host_ptr,
                                                          unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaHostGetFlags(unsigned int* flags, void* host_ptr);

RIFFLE_API cudaError_t CUDARTAPI cudaMallocManaged(
    void** ptr, size_t size, unsigned int flags RIFFLE_API_DEFAULT(cudaMemAttachGlobal));
#ifndef RIFFLE_CUDA_12
RIFFLE_API cudaError_t CUDARTAPI cudaMemPrefetchAsync(const void* ptr, size_t count,
                                                      struct cudaMemLocation location,
                                                      unsigned int flags,
                                                      cudaStream_t stream RIFFLE_API_DEFAULT(0));
#endif
RIFFLE_API cudaError_t CUDARTAPI cudaMemPrefetchBatchAsync(
    void** ptrs, size_t* sizes, size_t count, struct cudaMemLocation* locations,
    size_t* location_indices, size_t location_count, unsigned long long flags, cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaMemDiscardBatchAsync(void** ptrs, size_t* sizes, size_t count,
                                                          unsigned long long flags,
                                                          cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaMemDiscardAndPrefetchBatchAsync(
    void** ptrs, size_t* sizes, size_t count, struct cudaMemLocation* locations,
    size_t* location_indices, size_t location_count, unsigned long long flags, cudaStream_t stream);
#ifndef RIFFLE_CUDA_12
RIFFLE_API cudaError_t CUDARTAPI cudaMemAdvise(const void* ptr, size_t count,
                                               enum cudaMemoryAdvise advice,
                                               struct cudaMemLocation location);
#endif
RIFFLE_API cudaError_t CUDARTAPI cudaMemRangeGetAttribute(void* data, size_t data_size,
                                                          enum cudaMemRangeAttribute attribute,
                                                          const void* ptr, size_t count);
RIFFLE_API cudaError_t CUDARTAPI cudaMemRangeGetAttributes(void** data, size_t* data_sizes,
                                                           enum cudaMemRangeAttribute* attributes,
                                                           size_t num_attributes, const void* ptr,
                                                           size_t count);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_MEMORY_H
