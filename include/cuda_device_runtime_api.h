// SPDX-License-Identifier: Apache-2.0
// What device code may call of the runtime API: launches from kernels. As in CUDA they need relocatable device code,
// because the launched kernel's handle is resolved when the program's device code is linked.
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include <driver_types.h>

#if defined(__cplusplus) && defined(__CUDACC_RDC__)

#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

extern "C" {
// The compiler turns kernel<<<...>>>(...) in device code into these two calls.
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void* func, void* parameters, dim3 grid, dim3 block,
                                        unsigned int dynamic_smem_bytes, cudaStream_t stream);

__device__ cudaError_t cudaGetLastError();
__device__ cudaError_t cudaPeekAtLastError();
__device__ const char* cudaGetErrorName(cudaError_t error);
__device__ const char* cudaGetErrorString(cudaError_t error);
__device__ cudaError_t cudaGetDevice(int* device);
__device__ cudaError_t cudaGetDeviceCount(int* count);
__device__ cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device);
__device__ cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);

__device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
__device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
__device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                           unsigned int flags);
__device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
__device__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
__device__ cudaError_t cudaEventDestroy(cudaEvent_t event);

__device__ cudaError_t cudaMalloc(void** ptr, size_t size);
__device__ cudaError_t cudaFree(void* ptr);
__device__ cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count,
                                       enum cudaMemcpyKind kind, cudaStream_t stream);
__device__ cudaError_t cudaMemsetAsync(void* ptr, int value, size_t count, cudaStream_t stream);
__device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, const void* func);
}

#endif

#endif  // __CUDA_DEVICE_RUNTIME_API_H__
