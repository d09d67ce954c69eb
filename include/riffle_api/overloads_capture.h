// SPDX-License-Identifier: Apache-2.0
// C++ forms of capture calls: CUDA 12's argument lists, without edge data.
#ifndef RIFFLE_API_OVERLOADS_CAPTURE_H
#define RIFFLE_API_OVERLOADS_CAPTURE_H

#include <cuda_runtime_api.h>

#if defined(__cplusplus) && !defined(RIFFLE_CUDA_12)

namespace riffle_api {
// Accepts only arguments of the older form. A null pointer or a literal 0 prefers the newer form, where it means that there is no
// edge data.
struct Count12 {
  size_t value;
  template <class Integer, class = decltype(size_t{} << Integer{})>
  Count12(Integer count) : value(static_cast<size_t>(count)) {}
};
struct CountPlace12 {
  size_t* place;
  CountPlace12(size_t* count) : place(count) {}
};
}  // namespace riffle_api

static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                   enum cudaStreamCaptureStatus* status,
                                                   unsigned long long* id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** dependencies,
                                                   riffle_api::CountPlace12 dependency_count) {
  return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, dependencies,
                                     dependency_count.place);
}

static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t* dependencies,
                                                              riffle_api::Count12 dependency_count,
                                                              unsigned int flags = 0) {
  return ::cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr,
                                               dependency_count.value, flags);
}

#endif  // __cplusplus, CUDA 13
#endif  // RIFFLE_API_OVERLOADS_CAPTURE_H
