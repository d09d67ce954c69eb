// SPDX-License-Identifier: Apache-2.0
// Sleeping on a word in memory, and waking the sleepers.
#pragma once

#include <atomic>
#include <cstdint>

namespace riffle::platform {

/// Sleeps while `word == expected`; may return for no reason: look again.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected);
/// The same for at most `nanoseconds`.
void futex_wait_for(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                    std::uint64_t nanoseconds);
/// Wakes up to `count` sleepers. `word` may be dead memory by now: the kernel uses its address
/// only.
void futex_wake(const std::atomic<std::uint32_t>* word, int count);

/// The same for a word in memory that several processes map.
void futex_wait_shared_for(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                           std::uint64_t nanoseconds);
void futex_wake_shared(const std::atomic<std::uint32_t>* word, int count);

}  // namespace riffle::platform
