// SPDX-License-Identifier: Apache-2.0
// Beside FollowedAccess (access_abi.h): what is known of a followed access from its whole kernel.
#pragma once

#include <cstdint>

namespace riffle::abi {

/// No thread of the kernel reads anything by atomics or volatile accesses: what this one tells others nobody learns.
inline constexpr std::uint32_t kFollowedUntold = 32;

/// From this bit on: 1 + the number of the kernel's parameter that the address of a plain access comes from, if the launch may leave all by it
/// unasked; else 0.
inline constexpr unsigned kFollowedParameterShift = 16;

}  // namespace riffle::abi
