// SPDX-License-Identifier: Apache-2.0
// Streams that wait for something which no timeline tells, such as a word of memory that anything may write. A stream
// that waits so is parked, like at any wait, and holds no thread; one thread of the process looks at all conditions.
#pragma once

#include <cstddef>

#include "runtime/engine/program.h"

namespace riffle::engine {

/// What a stream waits for, looked at from when the stream has come to it, on any thread.
struct Until {
  static constexpr std::size_t kMostBytes = 48;

  bool (*holds)(const void* what) noexcept = nullptr;
  alignas(16) std::byte what[kMostBytes];  ///< for `holds`
};

/// Later operations start once the condition has been seen to hold, or the context has a fault. False, with nothing
/// enqueued, when the system has no thread to look at conditions.
[[nodiscard]] bool enqueue_until(Stream& stream, const Until& until);

/// Something has changed that streams may wait for: looks at once, on the calling thread. Without it the change is seen a
/// moment later. One load when no stream waits.
void look_at_conditions() noexcept;

/// What such a wait is to observers.
void run_until(Executor& executor, const void* payload) noexcept;

}  // namespace riffle::engine
