// SPDX-License-Identifier: Apache-2.0
// How a library's call becomes work of a stream: a host function, or a host node where the stream is captured.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <cuda_runtime_api.h>

namespace riffle::libraries {

namespace detail {

template <class Work>
void run(void* work) {
  (*static_cast<Work*>(work))();
}
template <class Work>
void destroy(void* work) {
  delete static_cast<Work*>(work);
}
template <class Work>
void run_once(void* work) {
  const std::unique_ptr<Work> owned(static_cast<Work*>(work));
  (*owned)();
}

/// A graph runs its nodes many times: it keeps what they work with.
inline cudaError_t keep_with(cudaGraph_t graph, void* work, cudaHostFn_t destroy_work) {
  cudaUserObject_t object = nullptr;
  if (const cudaError_t error =
          cudaUserObjectCreate(&object, work, destroy_work, 1, cudaUserObjectNoDestructorSync);
      error != cudaSuccess) {
    destroy_work(work);
    return error;
  }
  return cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
}

}  // namespace detail

/// Runs `work()` in the stream, or makes it a node of the stream's capture.
template <class Work>
cudaError_t enqueue(cudaStream_t stream, Work&& work) {
  using Kept = std::decay_t<Work>;
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  cudaGraph_t graph = nullptr;
  if (const cudaError_t error =
          cudaStreamGetCaptureInfo(stream, &capturing, nullptr, &graph, nullptr, nullptr, nullptr);
      error != cudaSuccess)
    return error;
  auto kept = std::make_unique<Kept>(std::forward<Work>(work));
  if (capturing == cudaStreamCaptureStatusActive) {
    Kept* const shared = kept.release();
    if (const cudaError_t error = detail::keep_with(graph, shared, detail::destroy<Kept>);
        error != cudaSuccess)
      return error;
    return cudaLaunchHostFunc(stream, detail::run<Kept>, shared);
  }
  const cudaError_t error = cudaLaunchHostFunc(stream, detail::run_once<Kept>, kept.get());
  if (error == cudaSuccess) static_cast<void>(kept.release());
  return error;
}

}  // namespace riffle::libraries
