// SPDX-License-Identifier: Apache-2.0
// Beside FollowedAccess (access_abi.h): what followed threads do to the order of what they do.
#pragma once

#include <cstdint>

namespace riffle::abi {

enum FollowedOrder : std::uint32_t {
  // 32: follow_flags.h
  kFollowedReleases =
      64,  ///< other blocks learn by it what was done before it, as by a fence in front of it
  kFollowedCopies =
      128,  ///< an asynchronous copy does it, from now on until the copy is waited for
  // These are no accesses.
  kFollowedFences = 256,  ///< a fence for the whole device
  kFollowedCommits =
      512,  ///< the thread's copies so far, those of earlier groups aside, are a group
  kFollowedAwaits =
      1024,  ///< waits for all its copies but those of the last `bytes` groups; kAllCopies: for all
  kFollowedArrives = 2048,  ///< once its copies so far are done the mbarrier at the address is told
  kFollowedAcquires =
      4096,  ///< an access after all: a read that learns what was done before, as an mbarrier's wait
};
inline constexpr std::uint32_t kFollowedSteps =
    kFollowedFences | kFollowedCommits | kFollowedAwaits | kFollowedArrives;
inline constexpr std::uint64_t kAllCopies = ~std::uint64_t{0};

}  // namespace riffle::abi
