// SPDX-License-Identifier: Apache-2.0
// Beside FollowedAccess (access_abi.h): what is known of a followed access from its whole kernel.
#pragma once

#include <cstdint>

namespace riffle::abi {

/// No thread of the kernel reads anything by atomics or volatile accesses: what this one tells others nobody learns.
inline constexpr std::uint32_t kFollowedUntold = 32;

}  // namespace riffle::abi
