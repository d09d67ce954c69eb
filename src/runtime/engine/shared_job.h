// SPDX-License-Identifier: Apache-2.0
// The range operation that a thread runs now, as other threads may join it.
//
// Invariants:
// 1. The plain members are written by the owner while `owner` is null, before it opens the job
// (release).
// 2. A joiner counts itself in before it looks at `owner`, and out after its last unit; the owner,
// after
//    closing, waits for `users == 0`. Two words: both sides are seq_cst.
// 3. Jobs are never freed: a late joiner finds a closed job, or another open one.
//
// The units of what is proved to end are divided among cores. A thread begins with the share of the core that it is on, and
// helps with the others then: what a kernel wrote is in that core's caches when the next one reads it there. Cores may be
// further from each other than from memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "runtime/engine/engine.h"

namespace riffle::engine {

struct alignas(64) SharedJob {
  std::atomic<Timeline*> owner{nullptr};  ///< null: closed
  std::atomic<std::uint32_t> users{0};
  std::atomic<std::uint64_t> picoseconds_per_unit{0};  ///< 0 until a unit was measured
  RangeFunction run = nullptr;
  const void* payload = nullptr;
  std::uint64_t units = 0;
  std::uint64_t share_units = 0;  ///< of each share; the last one has the rest, too
  std::uint64_t together = 1;     ///< Cost::together
  std::uint32_t most_joiners = 0;
  std::uint16_t shares = 1;
  bool ends = false;  ///< Cost::ends

  static constexpr unsigned kMostShares = 16;

  /// While it is closed. `among` is no more than there are units that run together.
  void divide(std::uint64_t all, std::uint64_t among);
  [[nodiscard]] std::uint64_t end_of(unsigned share) const {
    return share + 1 == shares ? units : (share + 1) * share_units;
  }
  /// The first unit of a share that nobody took.
  [[nodiscard]] std::atomic<std::uint64_t>& next_of(unsigned share) {
    return share == 0 ? first_next : more[share - 1].next;
  }
  [[nodiscard]] bool is_any_left();
  /// Nobody starts more of it.
  void take_all();
  /// A number that changes when units are taken; for those who have not joined, too.
  [[nodiscard]] std::uint64_t position() const;

  alignas(64) std::atomic<std::uint64_t> first_next{0};
  std::atomic<Code> fault{Code::kOk};  ///< first one reported
  std::atomic<bool> all_taken{false};  ///< a hint for those who have not joined
  /// Counted in `open_jobs`. Not while it has all the joiners that it may have: nobody polls for it then.
  std::atomic<bool> is_offered{false};

  struct alignas(64) Next {
    std::atomic<std::uint64_t> next{0};
  };
  std::array<Next, kMostShares - 1> more;  ///< of the shares behind the first one
};

}  // namespace riffle::engine
