// SPDX-License-Identifier: Apache-2.0
// The threads of this process as the system sees them (/proc): who runs, and who sleeps until somebody wakes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace riffle::platform {

/// The system's number of a thread.
using ThreadId = int;

[[nodiscard]] ThreadId current_thread_id();

/// How many threads there are, those of our own too; 0: the system does not say.
[[nodiscard]] std::size_t thread_count();
/// All of them, in the order in which they were started. Empty: the system does not say.
[[nodiscard]] std::vector<ThreadId> thread_ids();

enum class Activity : std::uint8_t {
  kRuns,    ///< or will as soon as a core is free
  kSleeps,  ///< and may go on by itself: time passes, a file can be read, a child has ended
  kSleepsUntilWoken,  ///< on a word of memory, without a deadline: a lock, a condition, the end of a thread
  kGone,
};

struct ThreadLook {
  Activity activity = Activity::kGone;
  /// How often it went to sleep so far: the same twice, it did nothing in between.
  std::uint64_t sleeps = 0;
  /// Processor time so far, unless it sleeps until woken; 0: not known.
  std::uint64_t ran_ns = 0;
};

[[nodiscard]] ThreadLook look_at_thread(ThreadId thread);

}  // namespace riffle::platform
