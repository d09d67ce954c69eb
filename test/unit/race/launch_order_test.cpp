// SPDX-License-Identifier: Apache-2.0
#include "race/launch_order.h"

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

using Chain = LaunchOrder::Chain;

TEST(LaunchOrder, FollowsChainsAndEdges) {
  // 1 2 -> 3, 1 2 -> 4; 3 and 4 -> 5
  const LaunchOrder order(
      {Chain{{1, 2}, {1, 2}}, Chain{{3}, {3}}, Chain{{4}, {3}}, Chain{{5}, {}}});
  EXPECT_TRUE(order.is_before(1, 2));
  EXPECT_FALSE(order.is_before(2, 1));
  EXPECT_TRUE(order.is_before(1, 5));
  EXPECT_FALSE(order.is_before(3, 4));
  EXPECT_FALSE(order.is_before(4, 3));
  EXPECT_FALSE(order.is_before(5, 1));
}

TEST(LaunchOrder, WhatIsNotKnownIsOrdered) {
  EXPECT_TRUE(LaunchOrder({Chain{{1}, {}}, Chain{{2}, {}}}, false).is_before(2, 1));
  EXPECT_TRUE(LaunchOrder({Chain{{1}, {}}}).is_before(1, 9));
}

TEST(LaunchOrder, MoreThanAWordOfChains) {
  std::vector<Chain> chains;
  for (std::uint32_t i = 0; i < 200; ++i)
    chains.push_back(
        {{i + 1}, i + 2 < 200 ? std::vector<std::uint32_t>{i + 2} : std::vector<std::uint32_t>{}});
  const LaunchOrder order(chains);
  EXPECT_TRUE(order.is_before(1, 199));
  EXPECT_FALSE(order.is_before(1, 200));
  EXPECT_FALSE(order.is_before(2, 199));
}

}  // namespace
}  // namespace riffle::race
