// SPDX-License-Identifier: Apache-2.0
// Names that cuda/atomic, cuda/barrier and cuda/pipeline share. A small own form of libcu++ for programs without an
// installed CCCL; where a program's include path has one, that is found first.
#pragma once

#include <cuda_runtime.h>

#include "copy_notes.h"

#define RIFFLE_LIB __host__ __device__ __forceinline__

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

namespace std {
#if __cplusplus >= 202002L
enum class memory_order : int {
  relaxed = kRiffleRelaxed,
  consume = kRiffleConsume,
  acquire = kRiffleAcquire,
  release = kRiffleRelease,
  acq_rel = kRiffleAcquireRelease,
  seq_cst = kRiffleSequential,
};
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
#else
enum memory_order {
  memory_order_relaxed = kRiffleRelaxed,
  memory_order_consume = kRiffleConsume,
  memory_order_acquire = kRiffleAcquire,
  memory_order_release = kRiffleRelease,
  memory_order_acq_rel = kRiffleAcquireRelease,
  memory_order_seq_cst = kRiffleSequential,
};
#endif
}  // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

/// A size with a promise about the alignment of both pointers.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  RIFFLE_LIB explicit constexpr aligned_size_t(size_t size) : value(size) {}
  RIFFLE_LIB constexpr operator size_t() const { return value; }
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
RIFFLE_LIB void copy(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t threads = group.size();
  size_t done = 0;
  const auto both = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from);
  if (both % 4 == 0) {
    done = bytes / 4 * 4;
    for (size_t i = group.thread_rank(); i < bytes / 4; i += threads) {
      static_cast<unsigned*>(to)[i] = static_cast<const unsigned*>(from)[i];
      riffle_copies::issue(static_cast<unsigned*>(to) + i, static_cast<const unsigned*>(from) + i,
                           4);
    }
  }
  for (size_t i = done + group.thread_rank(); i < bytes; i += threads) {
    static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    riffle_copies::issue(static_cast<char*>(to) + i, static_cast<const char*>(from) + i, 1);
  }
}
/// Copies with the calling thread: packets of threads whose bytes follow each other copy them as vectors.
RIFFLE_LIB void copy(void* to, const void* from, size_t bytes) {
  __builtin_memcpy(to, from, bytes);
  riffle_copies::issue(to, from, bytes);
}
}  // namespace riffle

}  // namespace cuda
