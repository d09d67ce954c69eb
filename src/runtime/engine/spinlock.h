// SPDX-License-Identifier: Apache-2.0
// A one-byte lock for critical sections of some nanoseconds. Yields the core after 5 us, because
// the holder may be off the CPU.
#pragma once

#include <atomic>

#include "base/thread_annotations.h"
#include "platform/pause.h"

namespace riffle::engine {

class RIFFLE_CAPABILITY("mutex") Spinlock {
 public:
  void lock() RIFFLE_ACQUIRE() {
    if (!held_.exchange(true, std::memory_order_acquire)) [[likely]]
      return;
    lock_contended();
  }
  [[nodiscard]] bool try_lock() RIFFLE_TRY_ACQUIRE(true) {
    return !held_.load(std::memory_order_relaxed) &&
           !held_.exchange(true, std::memory_order_acquire);
  }
  void unlock() RIFFLE_RELEASE() { held_.store(false, std::memory_order_release); }

 private:
  [[gnu::noinline]] void lock_contended() {
    platform::Backoff backoff;
    do {
      while (held_.load(std::memory_order_relaxed)) backoff.wait();
    } while (held_.exchange(true, std::memory_order_acquire));
  }

  std::atomic<bool> held_{false};
};

class RIFFLE_SCOPED_CAPABILITY SpinlockHolder {
 public:
  explicit SpinlockHolder(Spinlock& lock) RIFFLE_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
  ~SpinlockHolder() RIFFLE_RELEASE() { lock_.unlock(); }
  SpinlockHolder(const SpinlockHolder&) = delete;
  SpinlockHolder& operator=(const SpinlockHolder&) = delete;

 private:
  Spinlock& lock_;
};

}  // namespace riffle::engine
