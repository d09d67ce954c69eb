// SPDX-License-Identifier: Apache-2.0
#include "platform/clock.h"

#include <algorithm>
#include <ctime>

namespace riffle::platform {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::uint64_t ticks_per_us() {
  static const std::uint64_t rate = [] {
    constexpr std::int64_t kMeasured =
        200'000;  // ns: the ends' error of some 50 ns is then nothing
    const std::int64_t start_ns = now_ns();
    const std::uint64_t start = ticks();
    std::int64_t end_ns = start_ns;
    while (end_ns - start_ns < kMeasured) end_ns = now_ns();
    const std::uint64_t elapsed = ticks() - start;
    return std::max<std::uint64_t>(1,
                                   elapsed * 1000 / static_cast<std::uint64_t>(end_ns - start_ns));
  }();
  return rate;
}

}  // namespace riffle::platform
