// SPDX-License-Identifier: Apache-2.0
// Calls of the program that are under way, and how to be alone with what they use.
//
// A context's streams, events, modules and memory go away together, perhaps while other threads are inside calls that
// have just looked them up. No count of references is kept on the way of a launch: each thread notes that it is inside a
// call, and whoever frees such things waits until the others have left.
//
// Invariants:
// 1. What a call has looked up lives until the call returns: it is freed under an `Alone` only.
// 2. A thread that is alone is not inside: two that want to be do not wait for each other.
// 3. Nobody waits to be alone under a lock that a call may want.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/thread_annotations.h"

namespace riffle::engine {

/// A host thread, as seen by one that wants to be alone. Never freed, but used again.
struct Caller {
  /// Counts entries and departures: odd while the thread is inside. Written by its thread alone, released for `Alone`.
  std::atomic<std::uint64_t> passages{0};
  std::atomic<bool> is_taken{true};
  Caller* next = nullptr;  ///< constant once listed
};

namespace detail {

struct OwnCalls {
  Caller* caller = nullptr;
  unsigned depth = 0;
};
// Initial-exec: one instruction instead of a call.
extern constinit thread_local OwnCalls own_calls __attribute__((tls_model("initial-exec")));

/// 0: come and go as you like. Else a mask of calls.cpp's.
extern constinit std::atomic<std::uint32_t> gate;

[[gnu::cold]] void enter_first() noexcept;
[[gnu::cold]] void enter_slowly(Caller& caller) noexcept;
[[gnu::cold]] void leave_slowly() noexcept;

/// Called by the thread of `caller` alone. `Alone` makes every thread of the process execute a barrier between what it
/// writes and what it reads, so that here an order for the compiler is enough.
inline void pass(Caller& caller) noexcept {
  caller.passages.store(caller.passages.load(std::memory_order_relaxed) + 1,
                        std::memory_order_release);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace detail

/// Held by an entry point for its whole body. Nests.
class Inside {
 public:
  Inside() noexcept {
    detail::OwnCalls& own = detail::own_calls;
    if (own.depth++ != 0) return;
    if (own.caller == nullptr) [[unlikely]] {
      detail::enter_first();
      return;
    }
    detail::pass(*own.caller);
    if (detail::gate.load(std::memory_order_acquire) != 0) [[unlikely]]
      detail::enter_slowly(*own.caller);
  }
  ~Inside() {
    detail::OwnCalls& own = detail::own_calls;
    if (--own.depth != 0 || own.caller == nullptr) return;
    detail::pass(*own.caller);
    if (detail::gate.load(std::memory_order_relaxed) != 0) [[unlikely]]
      detail::leave_slowly();
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

/// For a thread whose calls others wait for: a host function that a stream runs. Its calls are let in always.
class AlwaysInside {
 public:
  AlwaysInside() noexcept { ++detail::own_calls.depth; }
  ~AlwaysInside() { --detail::own_calls.depth; }
  AlwaysInside(const AlwaysInside&) = delete;
  AlwaysInside& operator=(const AlwaysInside&) = delete;
};

/// While it lives no other thread is inside of a call: those that were have left, those that come wait. First it waits
/// for those that are inside now and lets others in meanwhile, as what they wait for may be another thread's call.
class Alone {
 public:
  Alone() noexcept
      RIFFLE_NO_THREAD_SAFETY_ANALYSIS;  // the lock is held until the end of the outermost one
  ~Alone() RIFFLE_NO_THREAD_SAFETY_ANALYSIS;
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  const bool is_outermost_;
  bool was_inside_ = false;
};

}  // namespace riffle::engine
