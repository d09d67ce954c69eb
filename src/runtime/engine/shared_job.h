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
#pragma once

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
  bool ends = false;  ///< Cost::ends
  std::uint32_t most_joiners = 0;

  alignas(64) std::atomic<std::uint64_t> next{0};  ///< first unit that nobody took
  std::atomic<Code> fault{Code::kOk};              ///< first one reported
  std::atomic<bool> all_taken{false};              ///< a hint for those who have not joined
  /// Counted in `open_jobs`. Not while it has all the joiners that it may have: nobody polls for it then.
  std::atomic<bool> is_offered{false};
};

}  // namespace riffle::engine
