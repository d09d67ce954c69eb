// SPDX-License-Identifier: Apache-2.0
// What a run under a schedule says about its decisions: a file that it maps (RIFFLE_SCHEDULE_RECORD), so that nothing is
// lost however the process ends.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/schedule_plan.h"

namespace riffle {

struct ScheduleRecord {
  static constexpr std::uint32_t kMagic = 0x31484353;  // "SCH1"
  static constexpr std::uint32_t kMostDeferrals = 20'000;

  std::atomic<std::uint32_t> magic;  ///< 0: no process has begun
  std::atomic<std::uint32_t> decisions;
  std::atomic<std::uint32_t> memory_decisions;
  std::atomic<std::uint32_t> operations;  ///< that were run
  /// Operations that did not end while the host waited for them, so that it went on beside them: such a run may not repeat
  /// itself.
  std::atomic<std::uint32_t> held_host_functions;
  std::atomic<std::uint32_t> held_kernels;
  std::atomic<std::uint32_t>
      silences;  ///< the host did not call for so long that operations ran beside it
  std::atomic<std::uint32_t> other_processes;  ///< that used CUDA, each with an order of its own
  std::atomic<std::uint32_t> deferrals;        ///< of those below; at most kMostDeferrals
  std::array<Deferral, kMostDeferrals> list;
};

}  // namespace riffle
