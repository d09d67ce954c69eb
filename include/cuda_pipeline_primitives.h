// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies from global to shared memory, as functions of C. They are done when they are issued.
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

#include "riffle_cuda/copy_notes.h"

#if defined(__cplusplus) && defined(__CUDACC__)
/// The last `zero_fill` of `size` bytes become zero.
static __device__ __forceinline__ void __pipeline_memcpy_async(void* to, const void* from,
                                                               size_t size, size_t zero_fill = 0) {
  __builtin_memcpy(to, from, size - zero_fill);
  __builtin_memset(static_cast<char*>(to) + (size - zero_fill), 0, zero_fill);
  riffle_copies::issue(to, zero_fill == 0 ? from : nullptr, size);
}
static __device__ __forceinline__ void __pipeline_commit() { riffle_copies::commit(); }
static __device__ __forceinline__ void __pipeline_wait_prior(size_t groups) {
  riffle_copies::await(groups);
}
static __device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
  riffle_copies::arrive(barrier);
}
#endif

#endif  // _CUDA_PIPELINE_PRIMITIVES_H_
