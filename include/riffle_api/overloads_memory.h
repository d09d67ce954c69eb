// SPDX-License-Identifier: Apache-2.0
// C++ forms of the memory calls that take a pointer to a pointer of any type, and of the batch calls that take
// arrays of typed pointers.
#ifndef RIFFLE_API_OVERLOADS_MEMORY_H
#define RIFFLE_API_OVERLOADS_MEMORY_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus

namespace riffle_api {
// The C calls write a void * into the variable whatever its type, const and volatile ones included.
template <class _Tp>
inline void** untyped(_Tp** ptr) {
  return (void**)ptr;
}
}  // namespace riffle_api

template <class _Tp>
static inline cudaError_t cudaMalloc(_Tp** ptr, size_t size) {
  return ::cudaMalloc(riffle_api::untyped(ptr), size);
}

template <class _Tp>
static inline cudaError_t cudaMallocPitch(_Tp** ptr, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(riffle_api::untyped(ptr), pitch, width, height);
}

template <class _Tp>
static inline cudaError_t cudaMallocManaged(_Tp** ptr, size_t size,
                                            unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(riffle_api::untyped(ptr), size, flags);
}

static inline cudaError_t cudaMallocHost(void** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(ptr, size, flags);
}

template <class _Tp>
static inline cudaError_t cudaMallocHost(_Tp** ptr, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc(riffle_api::untyped(ptr), size, flags);
}

template <class _Tp>
static inline cudaError_t cudaHostAlloc(_Tp** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(riffle_api::untyped(ptr), size, flags);
}

template <class _Tp>
static inline cudaError_t cudaHostGetDevicePointer(_Tp** device_ptr, void* host_ptr,
                                                   unsigned int flags) {
  return ::cudaHostGetDevicePointer(riffle_api::untyped(device_ptr), host_ptr, flags);
}

template <class _Tp>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, _Tp* ptr, size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void*)ptr, length, flags);
}

template <class _Tp>
static inline cudaError_t cudaMallocAsync(_Tp** ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync(riffle_api::untyped(ptr), size, stream);
}

static inline cudaError_t cudaMallocAsync(void** ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class _Tp>
static inline cudaError_t cudaMallocAsync(_Tp** ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(riffle_api::untyped(ptr), size, pool, stream);
}

template <class _Tp>
static inline cudaError_t cudaMallocFromPoolAsync(_Tp** ptr, size_t size, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(riffle_api::untyped(ptr), size, pool, stream);
}

template <class _Tp, class _Up>
static inline cudaError_t cudaMemcpyBatchAsync(_Tp* const* dsts, _Up* const* srcs,
                                               const size_t* sizes, size_t count,
                                               cudaMemcpyAttributes* attributes,
                                               size_t* attribute_indices, size_t attribute_count,
                                               cudaStream_t stream) {
  return ::cudaMemcpyBatchAsync((void* const*)dsts, (const void* const*)srcs, sizes, count,
                                attributes, attribute_indices, attribute_count, stream);
}

template <class _Tp, class _Up>
static inline cudaError_t cudaMemcpyBatchAsync(_Tp* const* dsts, _Up* const* srcs,
                                               const size_t* sizes, size_t count,
                                               cudaMemcpyAttributes attributes,
                                               cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemcpyBatchAsync((void* const*)dsts, (const void* const*)srcs, sizes, count,
                                &attributes, &first, 1, stream);
}

template <class _Tp>
static inline cudaError_t cudaMemPrefetchBatchAsync(_Tp** ptrs, size_t* sizes, size_t count,
                                                    cudaMemLocation* locations,
                                                    size_t* location_indices, size_t location_count,
                                                    unsigned long long flags, cudaStream_t stream) {
  return ::cudaMemPrefetchBatchAsync((void**)ptrs, sizes, count, locations, location_indices,
                                     location_count, flags, stream);
}

template <class _Tp>
static inline cudaError_t cudaMemPrefetchBatchAsync(_Tp** ptrs, size_t* sizes, size_t count,
                                                    cudaMemLocation location,
                                                    unsigned long long flags, cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemPrefetchBatchAsync((void**)ptrs, sizes, count, &location, &first, 1, flags,
                                     stream);
}

template <class _Tp>
static inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    _Tp** ptrs, size_t* sizes, size_t count, cudaMemLocation* locations, size_t* location_indices,
    size_t location_count, unsigned long long flags, cudaStream_t stream) {
  return ::cudaMemDiscardAndPrefetchBatchAsync((void**)ptrs, sizes, count, locations,
                                               location_indices, location_count, flags, stream);
}

template <class _Tp>
static inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(_Tp** ptrs, size_t* sizes,
                                                              size_t count,
                                                              cudaMemLocation location,
                                                              unsigned long long flags,
                                                              cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemDiscardAndPrefetchBatchAsync((void**)ptrs, sizes, count, &location, &first, 1,
                                               flags, stream);
}

#endif  // __cplusplus
#endif  // RIFFLE_API_OVERLOADS_MEMORY_H
