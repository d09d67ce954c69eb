// SPDX-License-Identifier: Apache-2.0
#include "platform/clock.h"

#include <gtest/gtest.h>

namespace riffle::platform {
namespace {

TEST(ClockTest, NeverGoesBack) {
  std::int64_t before = now_ns();
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t now = now_ns();
    EXPECT_GE(now, before);
    before = now;
  }
}

TEST(ClockTest, TicksAgreeWithNanoseconds) {
  (void)ticks_per_us();
  const std::int64_t start_ns = now_ns();
  const std::uint64_t start = ticks();
  while (now_ns() - start_ns < 5'000'000) {
  }
  const std::int64_t elapsed_ns = now_ns() - start_ns;
  const auto measured = static_cast<double>((ticks() - start) * 1000 / ticks_per_us());
  EXPECT_NEAR(measured / static_cast<double>(elapsed_ns), 1.0, 0.2);
}

}  // namespace
}  // namespace riffle::platform
