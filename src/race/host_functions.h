// SPDX-License-Identifier: Apache-2.0
// Host functions in streams: which one the calling thread runs, and when one begins.
//
// Through a lock or a flag that nobody sees here, a host function that has begun may tell the host that what is before it is
// done. What the host enqueues from then on counts as after it, whether it was told or not. So host functions give the host the
// time that they give it on a device, where one begins tens of microseconds late: what a program enqueues at once, without
// waiting for anything, is enqueued before it has been told.
#pragma once

#include <atomic>
#include <cstdint>

#include "race/operation.h"

namespace riffle::race {

class HostFunctions {
 public:
  /// By who enqueues.
  void note_enqueue() noexcept;
  /// A thread of the host begins to wait for operations, or no longer does.
  void begin_wait() noexcept;
  void end_wait() noexcept;
  /// By who is about to run one: until the host waits, or has enqueued nothing for a while. At most 4 ms.
  void let_host_go_first() noexcept;

 private:
  std::atomic<std::int64_t> last_enqueue_ns_{0};
  std::atomic<std::uint32_t> waiting_{0};
  std::atomic<std::uint32_t> patient_{0};  ///< threads in let_host_go_first
};

/// Of the calling thread; null: none that is known. As the operation it is, or the node of a graph.
void begin_function(SharedOperation function);
void end_function();
/// For handlers of signals too.
[[nodiscard]] const SharedOperation& running_function();

}  // namespace riffle::race
