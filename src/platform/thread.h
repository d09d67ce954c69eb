// SPDX-License-Identifier: Apache-2.0
// Starting threads of our own, independent of what the starting host thread did to itself.
#pragma once

#include <cstddef>

#include "platform/process_threads.h"

namespace riffle::platform {

/// Starts a detached thread with every CPU that the process had at load, with all of the user's
/// signals blocked (faults are not), and with a guarded stack that `current_stack()` knows. `name`
/// has at most 15 characters. False when the system refuses.
[[nodiscard]] bool start_thread(const char* name, std::size_t stack_bytes, void (*body)(void*),
                                void* argument);

/// Whether `start_thread` has started the thread with this number of the system's.
[[nodiscard]] bool is_own_thread(ThreadId thread);
/// How many of those there are now.
[[nodiscard]] std::size_t own_thread_count();

/// Lets the calling thread's short sleeps be short: timer slack of 1 ns, and a scheduling slice of
/// 0.1 ms, without which a woken thread may wait for the scheduler's tick on kernels without
/// preemption.
void make_current_thread_punctual();

}  // namespace riffle::platform
