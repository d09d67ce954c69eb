// SPDX-License-Identifier: Apache-2.0
// Names that cuda/atomic, cuda/barrier and cuda/pipeline share. A small own form of libcu++ for programs without an
// installed CCCL; where a program's include path has one, that is found first.
#pragma once

#include <cuda_runtime.h>

#define RIFFLE_LIB __host__ __device__ __forceinline__

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

namespace std {
enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST,
};
}  // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

/// A size with a promise about the alignment of both pointers.
template <__SIZE_TYPE__ Alignment>
struct aligned_size_t {
  static constexpr __SIZE_TYPE__ align = Alignment;
  __SIZE_TYPE__ value;
  RIFFLE_LIB explicit constexpr aligned_size_t(__SIZE_TYPE__ size) : value(size) {}
  RIFFLE_LIB constexpr operator __SIZE_TYPE__() const { return value; }
};

namespace riffle {
/// Gives others a turn while this thread waits.
RIFFLE_LIB void pause() {
#if defined(__CUDA_ARCH__)
  __nanosleep(0);
#endif
}

/// Copies with all threads of the group, at once.
template <class Group>
RIFFLE_LIB void copy(const Group& group, void* to, const void* from, __SIZE_TYPE__ bytes) {
  const __SIZE_TYPE__ threads = group.size();
  __SIZE_TYPE__ done = 0;
  const auto both = reinterpret_cast<__SIZE_TYPE__>(to) | reinterpret_cast<__SIZE_TYPE__>(from);
  if (both % 4 == 0) {
    done = bytes / 4 * 4;
    for (__SIZE_TYPE__ i = group.thread_rank(); i < bytes / 4; i += threads)
      static_cast<unsigned*>(to)[i] = static_cast<const unsigned*>(from)[i];
  }
  for (__SIZE_TYPE__ i = done + group.thread_rank(); i < bytes; i += threads)
    static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}
/// Copies with the calling thread: packets of threads whose bytes follow each other copy them as vectors.
RIFFLE_LIB void copy(void* to, const void* from, __SIZE_TYPE__ bytes) {
  __builtin_memcpy(to, from, bytes);
}
}  // namespace riffle

}  // namespace cuda
