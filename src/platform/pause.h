// SPDX-License-Identifier: Apache-2.0
// What a polling loop does between two looks.
#pragma once

#include <sched.h>

#include <cstdint>

namespace riffle::platform {

inline void cpu_relax() { __builtin_ia32_pause(); }

/// Polls politely: some pauses at first, then gives the core away, because whoever we wait for may
/// be off the CPU for a scheduler tick (more workers than cores, busy neighbours).
class Backoff {
 public:
  void wait() {
    if (++rounds_ < kPauses)
      cpu_relax();
    else
      sched_yield();
  }

 private:
  static constexpr std::uint32_t kPauses = 200;  // about 5 us
  std::uint32_t rounds_ = 0;
};

}  // namespace riffle::platform
