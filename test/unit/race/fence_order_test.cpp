// SPDX-License-Identifier: Apache-2.0
// What a block's threads may tell other blocks.
#include "race/fence_order.h"

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

class FenceOrderTest : public testing::Test {
 protected:
  FenceOrderTest() {
    order.begin(kThreads);
    fences.begin(kThreads);
  }
  static constexpr std::uint32_t kThreads = 1024;
  ThreadOrder order;
  FenceOrder fences{order};
};

TEST_F(FenceOrderTest, AThreadTellsOfItsOwnFence) {
  fences.fence(3);
  fences.fence(4);
  const FenceOrder::Told& told = fences.told_by(3);
  ASSERT_EQ(told.more.size(), 1U);
  EXPECT_EQ(told.more[0].thread, 3U);
}

TEST_F(FenceOrderTest, WhoHasMetItsWarpTellsOfTheWarpsFences) {
  for (const std::uint32_t thread : {31U, 32U, 63U, 64U}) fences.fence(thread);
  order.meet(1, ~0U);
  EXPECT_EQ(fences.told_by(40).more.size(), 2U);
}

TEST_F(FenceOrderTest, WhoHasLearnedOfAnotherWarpTellsOfThat) {
  fences.fence(900);
  order.leave(900, 100);
  EXPECT_TRUE(fences.told_by(3).is_empty());
  order.learn(3, 100);
  ASSERT_EQ(fences.told_by(3).more.size(), 1U);
  EXPECT_EQ(fences.told_by(3).more[0].thread, 900U);
}

// __threadfence(); atomicAdd() by each.
TEST_F(FenceOrderTest, WhoKnowsItsWarpOnlyLooksAtNoOther) {
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) fences.fence(thread);
  for (std::uint32_t thread = 0; thread < kThreads; ++thread)
    EXPECT_EQ(fences.told_by(thread).more.size(), 1U);
  EXPECT_LE(fences.looks(), 32U * kThreads);
}

}  // namespace
}  // namespace riffle::race
