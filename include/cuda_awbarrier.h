// SPDX-License-Identifier: Apache-2.0
// nvcuda::experimental::awbarrier, an arrive-wait barrier in shared memory.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include <cuda_awbarrier_primitives.h>

#if defined(__cplusplus) && defined(__CUDACC__)
namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  using arrival_token = __mbarrier_token_t;
  awbarrier() = default;
  static __device__ unsigned max() { return __mbarrier_maximum_count(); }
  __device__ arrival_token arrive() { return barrier_.arrive(); }
  __device__ arrival_token arrive_and_drop() { return __mbarrier_arrive_and_drop(&barrier_); }
  __device__ bool timed_wait(arrival_token token, unsigned) { return barrier_.try_wait(token); }
  __device__ void wait(arrival_token token) {
    while (!barrier_.try_wait(token)) __nanosleep(0);
  }
  __device__ void arrive_and_wait() { barrier_.arrive_and_wait(); }

 private:
  friend __device__ void init(awbarrier* which, unsigned expected) {
    __mbarrier_init(&which->barrier_, expected);
  }
  __mbarrier_t barrier_;
};

}  // namespace experimental
}  // namespace nvcuda
#endif

#endif  // _CUDA_AWBARRIER_H_
