// SPDX-License-Identifier: Apache-2.0
#include "platform/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace riffle::platform {

void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

namespace {
void wait_for(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
              std::uint64_t nanoseconds, int operation) {
  const timespec limit{static_cast<time_t>(nanoseconds / 1'000'000'000),
                       static_cast<long>(nanoseconds % 1'000'000'000)};
  syscall(SYS_futex, &word, operation, expected, &limit, nullptr, 0);
}
}  // namespace

void futex_wait_for(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                    std::uint64_t nanoseconds) {
  wait_for(word, expected, nanoseconds, FUTEX_WAIT_PRIVATE);
}

void futex_wait_shared_for(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                           std::uint64_t nanoseconds) {
  wait_for(word, expected, nanoseconds, FUTEX_WAIT);
}

void futex_wake_shared(const std::atomic<std::uint32_t>* word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE, count, nullptr, nullptr, 0);
}

void futex_wake(const std::atomic<std::uint32_t>* word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

}  // namespace riffle::platform
