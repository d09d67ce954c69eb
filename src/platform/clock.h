// SPDX-License-Identifier: Apache-2.0
// Two clocks: nanoseconds that agree with the program's own (21 ns to read), and the CPU's ticks (9
// ns).
#pragma once

#include <cstdint>

namespace riffle::platform {

/// CLOCK_MONOTONIC.
[[nodiscard]] std::int64_t now_ns();

/// The time stamp counter. For measuring costs and short waits, not for time stamps that a user
/// sees.
[[nodiscard]] inline std::uint64_t ticks() { return __builtin_ia32_rdtsc(); }

/// Ticks in a microsecond, at least 1; measured at the first call (takes 0.2 ms then).
[[nodiscard]] std::uint64_t ticks_per_us();

}  // namespace riffle::platform
