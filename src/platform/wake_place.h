// SPDX-License-Identifier: Apache-2.0
// On which CPU a woken thread starts. Where Linux sees no idle one, that is the CPU of the thread that wakes it; and as a
// guest of KVM it sees none, for it takes a halted CPU for one that the host has preempted. The two then take turns on one
// core, until the scheduler balances its load some milliseconds later, while another core is idle.
#pragma once

#include <sched.h>

#include "platform/process_threads.h"

namespace riffle::platform {

/// Of one sleeping thread. Whoever wakes it calls the first function before, it calls the second one afterwards.
class WakePlace {
 public:
  /// Takes the CPU that the calling thread is on from those of the sleeper; nothing if it has no other, or the system
  /// refuses. Two system calls, a microsecond.
  void keep_off_this_cpu(ThreadId sleeper);
  /// Gives it back.
  void allow_all_again();

 private:
  cpu_set_t before_{};
  bool is_kept_off_ = false;
};

}  // namespace riffle::platform
