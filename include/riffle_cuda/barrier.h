// SPDX-License-Identifier: Apache-2.0
// cuda::barrier: threads arrive, and wait for a phase in which the expected number has.
#pragma once

#include "scopes.h"

namespace cuda {

namespace riffle {
struct Nothing {
  RIFFLE_LIB void operator()() const {}
};
}  // namespace riffle

/// One word: 20 bits of arrivals that are missing, 20 of arrivals expected, 2 of the phase, 22 of bytes that are missing,
/// which only PTX counts: the word is an mbarrier's. The class has no constructor that does anything, so that a __shared__
/// variable may be one; init() makes it usable.
template <thread_scope Scope, class Completion = riffle::Nothing>
class barrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class barrier;
    RIFFLE_LIB explicit arrival_token(unsigned long long word) : word_(word) {}
    unsigned long long word_;  ///< as it was before the arrival
  };

  barrier() = default;
  RIFFLE_LIB barrier(ptrdiff_t expected, Completion completion = Completion())
      : completion_(completion) {
    start(expected);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  friend RIFFLE_LIB void init(barrier* which, ptrdiff_t expected) { which->start(expected); }
  friend RIFFLE_LIB void init(barrier* which, ptrdiff_t expected, Completion completion) {
    which->completion_ = completion;
    which->start(expected);
  }

  RIFFLE_LIB arrival_token arrive(ptrdiff_t count = 1) {
    return subtract(static_cast<unsigned long long>(count), static_cast<unsigned long long>(count));
  }
  RIFFLE_LIB void wait(arrival_token&& token) const {
    while (phase_of(load()) == phase_of(token.word_)) riffle::pause();
  }
  RIFFLE_LIB bool try_wait(const arrival_token& token) const {
    return phase_of(load()) != phase_of(token.word_);
  }
  RIFFLE_LIB void wait_parity(bool parity) const {
    while ((phase_of(load()) & 1) == static_cast<unsigned long long>(parity)) riffle::pause();
  }
  RIFFLE_LIB bool try_wait_parity(bool parity) const {
    return (phase_of(load()) & 1) != static_cast<unsigned long long>(parity);
  }
  RIFFLE_LIB void arrive_and_wait() { wait(arrive()); }
  RIFFLE_LIB arrival_token arrive_and_drop() { return subtract(1, 1 | kOneExpected); }
  RIFFLE_LIB static constexpr ptrdiff_t max() { return kCount; }
  /// Arrivals that were missing before the one that gave the token.
  RIFFLE_LIB static unsigned missing_before(const arrival_token& token) {
    return static_cast<unsigned>(token.word_ & kCount);
  }

 private:
  static constexpr unsigned long long kCount = 0xfffff, kOneExpected = 1ull << 20;

  RIFFLE_LIB static unsigned long long phase_of(unsigned long long word) {
    return (word >> 40) & 3;
  }
  RIFFLE_LIB static unsigned long long missing_bytes(unsigned long long word) { return word >> 42; }
  RIFFLE_LIB unsigned long long load() const {
    return __scoped_atomic_load_n(&word_, kRiffleAcquire, kRiffleSystem);
  }
  RIFFLE_LIB void start(ptrdiff_t expected) {
    const auto count = static_cast<unsigned long long>(expected);
    __scoped_atomic_store_n(&word_, count | count << 20, kRiffleRelease, kRiffleSystem);
  }
  // The last to arrive opens the next phase: until then nobody else may arrive. Bytes that are missing open it when they
  // come.
  RIFFLE_LIB arrival_token subtract(unsigned long long arrivals, unsigned long long amount) {
    const unsigned long long before =
        __scoped_atomic_fetch_sub(&word_, amount, kRiffleAcquireRelease, kRiffleSystem);
    if ((before & kCount) == arrivals && missing_bytes(before) == 0) {
      completion_();
      const unsigned long long expected = (before - amount) >> 20 & kCount;
      const unsigned long long phase = ((phase_of(before) + 1) & 3) << 40;
      __scoped_atomic_store_n(&word_, phase | expected << 20 | expected, kRiffleRelease,
                              kRiffleSystem);
    }
    return arrival_token(before);
  }

  unsigned long long word_;
  Completion completion_;
};

namespace device {
template <class Barrier>
RIFFLE_LIB unsigned long long* barrier_native_handle(Barrier& which) {
  return reinterpret_cast<unsigned long long*>(&which);
}
}  // namespace device

namespace std {
template <class Completion = riffle::Nothing>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}  // namespace std

template <class Shape, thread_scope Scope, class Completion>
RIFFLE_LIB void memcpy_async(void* to, const void* from, Shape bytes,
                             barrier<Scope, Completion>& which) {
  riffle::copy(to, from, static_cast<size_t>(bytes));
  riffle_copies::arrive(&which);
}
template <class Group, class Shape, thread_scope Scope, class Completion>
RIFFLE_LIB void memcpy_async(const Group& group, void* to, const void* from, Shape bytes,
                             barrier<Scope, Completion>& which) {
  riffle::copy(group, to, from, static_cast<size_t>(bytes));
  riffle_copies::arrive(&which);
}

}  // namespace cuda
