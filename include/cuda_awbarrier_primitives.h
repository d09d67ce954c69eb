// SPDX-License-Identifier: Apache-2.0
// Arrive-wait barriers in shared memory, as functions of C.
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include <cuda_runtime.h>

#if defined(__cplusplus) && defined(__CUDACC__)
#include "riffle_cuda/barrier.h"

typedef cuda::barrier<cuda::thread_scope_block> __mbarrier_t;
typedef cuda::barrier<cuda::thread_scope_block>::arrival_token __mbarrier_token_t;

static __host__ __device__ __forceinline__ unsigned __mbarrier_maximum_count() {
  return (1u << 20) - 1;
}
static __device__ __forceinline__ void __mbarrier_init(__mbarrier_t* barrier, unsigned count) {
  init(barrier, count);
}
static __device__ __forceinline__ void __mbarrier_inval(__mbarrier_t*) {}
static __device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return barrier->arrive();
}
static __device__ __forceinline__ __mbarrier_token_t
__mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return barrier->arrive_and_drop();
}
static __device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t* barrier,
                                                            __mbarrier_token_t token) {
  return barrier->try_wait(token);
}
static __device__ __forceinline__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier,
                                                                   bool parity) {
  return barrier->try_wait_parity(parity);
}
// How long a trial may sleep is a hint; no longer than one yield here.
static __device__ __forceinline__ bool __mbarrier_try_wait(__mbarrier_t* barrier,
                                                           __mbarrier_token_t token, unsigned) {
  if (barrier->try_wait(token)) return true;
  cuda::riffle::pause();
  return barrier->try_wait(token);
}
static __device__ __forceinline__ bool __mbarrier_try_wait_parity(__mbarrier_t* barrier,
                                                                  bool parity, unsigned) {
  if (barrier->try_wait_parity(parity)) return true;
  cuda::riffle::pause();
  return barrier->try_wait_parity(parity);
}
static __device__ __forceinline__ unsigned __mbarrier_token_pending_count(
    __mbarrier_token_t token) {
  return __mbarrier_t::missing_before(token);
}
#endif

#endif  // _CUDA_AWBARRIER_PRIMITIVES_H_
