// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies are done where they are issued. These calls say so to `riffle check`, which follows what CUDA promises: a
// copy may be at work until it is waited for. Elsewhere the compiler leaves them out.
#pragma once

#include <cuda_runtime.h>

#if defined(__cplusplus) && defined(__CUDACC__)
#define RIFFLE_NOTE extern "C" __device__ __attribute__((noconvergent, nothrow)) void
RIFFLE_NOTE __riffle_copies_issue(void* to, const void* from, size_t bytes);
RIFFLE_NOTE __riffle_copies_commit();
/// Of the thread's copies all but those of the last `groups`; ~0: all, committed or not.
RIFFLE_NOTE __riffle_copies_await(size_t groups);
/// The mbarrier is told when the thread's copies so far are done.
RIFFLE_NOTE __riffle_copies_arrive(void* barrier);
#undef RIFFLE_NOTE

namespace riffle_copies {
#if defined(__CUDA_ARCH__)
static __device__ __forceinline__ void issue(void* to, const void* from, size_t bytes) {
  __riffle_copies_issue(to, from, bytes);
}
static __device__ __forceinline__ void commit() { __riffle_copies_commit(); }
static __device__ __forceinline__ void await(size_t groups) { __riffle_copies_await(groups); }
static __device__ __forceinline__ void await_all() { __riffle_copies_await(~size_t{0}); }
static __device__ __forceinline__ void arrive(const void* barrier) {
  __riffle_copies_arrive(const_cast<void*>(barrier));
}
#else
static __host__ __device__ __forceinline__ void issue(void*, const void*, size_t) {}
static __host__ __device__ __forceinline__ void commit() {}
static __host__ __device__ __forceinline__ void await(size_t) {}
static __host__ __device__ __forceinline__ void await_all() {}
static __host__ __device__ __forceinline__ void arrive(const void*) {}
#endif
}  // namespace riffle_copies
#endif
