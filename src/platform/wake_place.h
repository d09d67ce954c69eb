// SPDX-License-Identifier: Apache-2.0
// On which CPU a woken thread starts. Where Linux sees no idle one, that is the CPU of the thread that wakes it; and some
// virtual machines see none (a halted CPU of a guest, it seems, counts as one that the host has preempted). The two then take
// turns on one core, until the scheduler balances its load some milliseconds later, while another core is idle.
#pragma once

#include <sched.h>

#include <atomic>

#include "platform/process_threads.h"

namespace riffle::platform {

/// Whether woken threads were seen on the CPU of those that woke them. If so, the next thousand are kept off it; then one is
/// left to the system again, to see whether it still is so. For all sleepers of a pool.
class WakeHabit {
 public:
  void note_same_cpu() { to_keep_off_.store(kKeptOff, std::memory_order_relaxed); }
  /// Whether the next one is to be kept off; counts.
  [[nodiscard]] bool take_keep_off();

 private:
  static constexpr unsigned kKeptOff = 1000;
  std::atomic<unsigned> to_keep_off_{0};
};

/// Of one sleeping thread. Whoever wakes it calls one of the first two functions before; the sleeper, once awake, calls `begin`.
class WakePlace {
 public:
  void leave_to_system() { waker_cpu_ = -1; }
  /// The caller goes on working on its CPU. Where that is the system's habit, takes this CPU from those of the sleeper (two
  /// system calls, some microseconds); nothing if it has no other, or the system refuses.
  void keep_off_this_cpu(WakeHabit& habit, ThreadId sleeper);
  /// Has all CPUs again, and tells the habit where it has begun.
  void begin(WakeHabit& habit);

 private:
  cpu_set_t before_{};
  bool is_kept_off_ = false;
  int waker_cpu_ = -1;
};

}  // namespace riffle::platform
