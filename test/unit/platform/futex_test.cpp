// SPDX-License-Identifier: Apache-2.0
#include "platform/futex.h"

#include <gtest/gtest.h>

#include <thread>

namespace riffle::platform {
namespace {

TEST(FutexTest, ReturnsAtOnceWhenTheWordDiffers) {
  std::atomic<std::uint32_t> word{1};
  futex_wait(word, 0);
  SUCCEED();
}

TEST(FutexTest, TimedWaitEnds) {
  std::atomic<std::uint32_t> word{0};
  futex_wait_for(word, 0, 1'000'000);
  SUCCEED();
}

TEST(FutexTest, WakesASleeper) {
  std::atomic<std::uint32_t> word{0};
  std::thread sleeper([&] {
    while (word.load(std::memory_order_acquire) == 0) futex_wait(word, 0);
  });
  word.store(1, std::memory_order_release);
  futex_wake(&word, 1);
  sleeper.join();
}

TEST(FutexTest, WakingADeadAddressIsHarmless) {
  futex_wake(reinterpret_cast<const std::atomic<std::uint32_t>*>(8), 1);
  SUCCEED();
}

}  // namespace
}  // namespace riffle::platform
