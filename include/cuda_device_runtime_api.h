// SPDX-License-Identifier: Apache-2.0
// What device code may call of the runtime API: launches from kernels, and what they need. As in CUDA it needs
// relocatable device code (-rdc=true).
//
// The functions without a body are answered by the runtime (src/compiler/abi/device_calls.h lists them). Structures
// passed by value are taken apart here: only scalars and pointers travel.
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include <driver_types.h>

#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#if defined(__cplusplus) && defined(__CUDACC_RDC__)

// Names in __asm__: with --default-stream per-thread the calls of this name are those of another one, and device code has
// one function for both. Stream 0 of kernels stays the block's, which orders more than a thread's would.
extern "C" {
__device__ cudaError_t __riffle_launch(void* func, void* parameters, unsigned int grid_x,
                                       unsigned int grid_y, unsigned int grid_z,
                                       unsigned int block_x, unsigned int block_y,
                                       unsigned int block_z, unsigned int dynamic_smem_bytes,
                                       cudaStream_t stream);
__device__ cudaError_t __riffle_fill_3d(void* ptr, size_t pitch, size_t ysize, int value,
                                        size_t width, size_t height, size_t depth,
                                        cudaStream_t stream);

// The compiler turns kernel<<<...>>>(...) in device code into these two calls.
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ inline cudaError_t cudaLaunchDevice(void* func, void* parameters, dim3 grid, dim3 block,
                                               unsigned int dynamic_smem_bytes,
                                               cudaStream_t stream) {
  return __riffle_launch(func, parameters, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                         dynamic_smem_bytes, stream);
}

__device__ cudaError_t cudaGetLastError();
__device__ cudaError_t cudaPeekAtLastError();
__device__ const char* cudaGetErrorName(cudaError_t error);
__device__ const char* cudaGetErrorString(cudaError_t error);
__device__ cudaError_t cudaRuntimeGetVersion(int* version);
__device__ cudaError_t cudaGetDevice(int* device);
__device__ cudaError_t cudaGetDeviceCount(int* count);
__device__ cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device);
__device__ cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
__device__ cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config);

__device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
__device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
__device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                           unsigned int flags) __asm__("cudaStreamWaitEvent");
__device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
__device__ cudaError_t cudaEventRecord(cudaEvent_t event,
                                       cudaStream_t stream) __asm__("cudaEventRecord");
__device__ cudaError_t cudaEventDestroy(cudaEvent_t event);

__device__ cudaError_t cudaMalloc(void** ptr, size_t size);
__device__ cudaError_t cudaFree(void* ptr);
__device__ cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream) __asm__("cudaMemcpyAsync");
__device__ cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                                         size_t width, size_t height, enum cudaMemcpyKind kind,
                                         cudaStream_t stream) __asm__("cudaMemcpy2DAsync");
__device__ cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* p,
                                         cudaStream_t stream) __asm__("cudaMemcpy3DAsync");
__device__ cudaError_t cudaMemsetAsync(void* ptr, int value, size_t count,
                                       cudaStream_t stream) __asm__("cudaMemsetAsync");
__device__ cudaError_t cudaMemset2DAsync(void* ptr, size_t pitch, int value, size_t width,
                                         size_t height,
                                         cudaStream_t stream) __asm__("cudaMemset2DAsync");
__device__ inline cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr ptr, int value,
                                                struct cudaExtent extent, cudaStream_t stream) {
  return __riffle_fill_3d(ptr.ptr, ptr.pitch, ptr.ysize, value, extent.width, extent.height,
                          extent.depth, stream);
}

__device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, const void* func);
__device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* func,
                                                                     int block_size,
                                                                     size_t dynamic_smem_bytes);

__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t exec,
                                       cudaStream_t stream) __asm__("cudaGraphLaunch");
__device__ cudaGraphExec_t cudaGetCurrentGraphExec();
__device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                   const void* value, size_t size);
__device__ cudaError_t __riffle_node_set_enabled(cudaGraphDeviceNode_t node, unsigned int enable);
__device__ inline cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node,
                                                            bool enable) {
  return __riffle_node_set_enabled(node, enable);
}
__device__ cudaError_t __riffle_node_set_grid(cudaGraphDeviceNode_t node, unsigned int x,
                                              unsigned int y, unsigned int z);
__device__ inline cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 grid) {
  return __riffle_node_set_grid(node, grid.x, grid.y, grid.z);
}
__device__ cudaError_t
cudaGraphKernelNodeUpdatesApply(const struct cudaGraphKernelNodeUpdate* updates, size_t count);

__device__ inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* func, int block_size, size_t dynamic_smem_bytes, unsigned int) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, func, block_size,
                                                       dynamic_smem_bytes);
}
}

template <class _Tp>
__device__ inline cudaError_t cudaMalloc(_Tp** ptr, size_t size) {
  return cudaMalloc((void**)ptr, size);
}
template <class _Tp>
__device__ inline cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                          const _Tp& value) {
  return cudaGraphKernelNodeSetParam(node, offset, (const void*)&value, sizeof(_Tp));
}
template <class _Tp>
__device__ inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, _Tp* func) {
  return cudaFuncGetAttributes(attr, (const void*)func);
}
template <class _Tp>
__device__ inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, _Tp func, int block_size, size_t dynamic_smem_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)func, block_size,
                                                       dynamic_smem_bytes);
}
template <class _Tp>
__device__ inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, _Tp func, int block_size, size_t dynamic_smem_bytes, unsigned int) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)func, block_size,
                                                       dynamic_smem_bytes);
}

#endif

#endif  // __CUDA_DEVICE_RUNTIME_API_H__
