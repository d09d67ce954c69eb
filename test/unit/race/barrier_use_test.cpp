// SPDX-License-Identifier: Apache-2.0
// Who waits where, and who should have.
#include "race/barrier_use.h"

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

using Kind = BarrierMisuse::Kind;
constexpr device::AccessSite kHere{.file = "a.cu", .function = "k", .line = 7};
constexpr device::AccessSite kThere{.file = "a.cu", .function = "k", .line = 9};

/// The first threads of a block of 64 come to a barrier, from `kHere`.
void come(BarrierUse& use, std::uint32_t threads) {
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    use.is_at(thread, &kHere);
    use.comes_to_barrier(thread, 0);
  }
}

TEST(BarrierUse, AllAtOneBarrier) {
  BarrierUse use;
  use.begin(64);
  come(use, 64);
  const std::uint32_t all[] = {~0U, ~0U};
  EXPECT_FALSE(use.barrier_completes(true, all, all));
}

TEST(BarrierUse, WithoutThoseThatHaveEnded) {
  BarrierUse use;
  use.begin(64);
  for (std::uint32_t thread = 40; thread < 64; ++thread) use.ends(thread);
  come(use, 40);
  const std::uint32_t some[] = {~0U, 0xffU};
  EXPECT_FALSE(use.barrier_completes(false, some, some));  // a named one, of 40 threads
  const auto found = use.barrier_completes(true, some, some);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::kAfterExit);
  EXPECT_EQ(found->count, 24U);
  EXPECT_EQ(found->waiting.site, &kHere);
  EXPECT_EQ(found->other->thread, 40U);
}

TEST(BarrierUse, FromTwoLines) {
  BarrierUse use;
  use.begin(64);
  come(use, 64);
  use.is_at(63, &kThere);
  const std::uint32_t all[] = {~0U, ~0U};
  const auto found = use.barrier_completes(true, all, all);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::kElsewhere);
  EXPECT_EQ(found->other->site, &kThere);
}

TEST(BarrierUse, MasksOfLanes) {
  BarrierUse use;
  use.begin(40);
  EXPECT_FALSE(use.comes_to_warp(1, ~0U));
  ASSERT_TRUE(use.comes_to_warp(20, 0xffffU));
  EXPECT_EQ(use.comes_to_warp(20, 0xffffU)->kind, Kind::kNotOwnLane);
  EXPECT_FALSE(use.warp_meets(0, ~0U, ~0U));
  EXPECT_FALSE(use.warp_meets(1, ~0U, 0xffU));  // there are no more than 8
  const auto found = use.warp_meets(0, ~0U, 0xfffU);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::kMissingLanes);
  EXPECT_EQ(found->lanes, 0xfffff000U);
}

TEST(BarrierUse, NobodyGoesOn) {
  BarrierUse use;
  use.begin(32);
  come(use, 16);
  for (std::uint32_t thread = 16; thread < 32; ++thread) {
    use.is_at(thread, &kThere);
    EXPECT_FALSE(use.comes_to_warp(thread, ~0U));
  }
  const auto found = use.is_stuck();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::kMissingLanes);
  EXPECT_EQ(found->lanes, 0xffffU);
  EXPECT_TRUE(found->is_stuck);
}

}  // namespace
}  // namespace riffle::race
