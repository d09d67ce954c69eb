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
  __device__ size_t commit() {
    riffle_copies::commit();
    return stage_++;
  }
  __device__ void commit_and_wait() { wait(commit()); }
  __device__ void wait(size_t stage) { riffle_copies::await(stage_ - stage - 1); }
  template <unsigned Prior>
  __device__ void wait_prior() {
    riffle_copies::await(Prior);
  }
  __device__ void arrive_on(awbarrier& which) { riffle_copies::arrive(&which); }

 private:
  size_t stage_ = 0;
};

template <class _Tp>
__device__ void memcpy_async(_Tp& to, const _Tp& from, pipeline&) {
  to = from;
  riffle_copies::issue(&to, &from, sizeof(_Tp));
}
template <class _Tp>
__device__ void memcpy_async(_Tp* to, const _Tp* from, size_t count, pipeline&) {
  for (size_t i = 0; i < count; ++i) {
    to[i] = from[i];
    riffle_copies::issue(to + i, from + i, sizeof(_Tp));
  }
}

}  // namespace experimental
}  // namespace nvcuda
#endif

#endif  // _CUDA_PIPELINE_H_
