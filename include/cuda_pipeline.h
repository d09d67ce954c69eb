// SPDX-License-Identifier: Apache-2.0
// nvcuda::experimental::pipeline: one thread's asynchronous copies in stages.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include <cuda_awbarrier.h>
#include <cuda_pipeline_primitives.h>

#if defined(__cplusplus) && defined(__CUDACC__)
namespace nvcuda {
namespace experimental {

class pipeline {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  __device__ size_t commit() { return stage_++; }
  __device__ void commit_and_wait() { wait(commit()); }
  __device__ void wait(size_t) {}
  template <unsigned Prior>
  __device__ void wait_prior() {}
  __device__ void arrive_on(awbarrier&) {}

 private:
  size_t stage_ = 0;
};

template <class _Tp>
__device__ void memcpy_async(_Tp& to, const _Tp& from, pipeline&) {
  to = from;
}
template <class _Tp>
__device__ void memcpy_async(_Tp* to, const _Tp* from, size_t count, pipeline&) {
  for (size_t i = 0; i < count; ++i) to[i] = from[i];
}

}  // namespace experimental
}  // namespace nvcuda
#endif

#endif  // _CUDA_PIPELINE_H_
