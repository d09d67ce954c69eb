// SPDX-License-Identifier: Apache-2.0
// What the blocks of a launch know of each other, and how much is kept for it.
#include <array>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "race/watched_grid.h"

namespace riffle::race {
namespace {

FenceOrder::Told told_until(std::uint32_t time) {
  return {.base = time,
          .of_each = std::make_shared<std::vector<std::uint32_t>>(2, time + 1),
          .more = {{.thread = 0, .time = time + 2}}};
}

TEST(BlockOrder, RoundsOfBlocksThatAllLearnAreForgotten) {
  BlockOrder order;
  for (std::uint32_t round = 1; round <= 10'000; ++round) {
    const std::uint32_t time = 4 * round;
    order.publish(0, time, told_until(time));
    order.publish(1, time, told_until(time));
    EXPECT_FALSE(order.knows(1, 0, 1, time + 1));
    order.learn(0);
    order.learn(1);
    EXPECT_TRUE(order.knows(1, 0, 1, time + 1));
    EXPECT_TRUE(order.knows(1, 0, 0, time + 2));
    EXPECT_FALSE(order.knows(1, 0, 1, time + 2));
  }
  EXPECT_LE(order.kept(0), 16U);
}

TEST(BlockOrder, SpinsThatTellAreForgotten) {
  BlockOrder order;
  order.learn(1);
  for (std::uint32_t spin = 1; spin <= 10'000; ++spin) {
    order.publish(0, 4 * spin, told_until(4 * spin));
    order.learn(0);
  }
  EXPECT_FALSE(order.knows(1, 0, 1, 4));
  EXPECT_LE(order.kept(0), 16U);
}

TEST(BlockOrder, ForEndedBlocksNothingIsKept) {
  BlockOrder order;
  for (std::uint32_t block = 1; block <= 1000; ++block) {
    order.publish(0, 4 * block, told_until(4 * block));
    order.learn(block);
    EXPECT_TRUE(order.knows(block, 0, 1, 4 * block + 1));
    order.leave(block);
  }
  EXPECT_LE(order.kept(0), 16U);
}

/// Against all that was ever told.
TEST(BlockOrder, AgreesWithOneThatForgetsNothing) {
  constexpr std::uint32_t kBlocks = 5;
  std::mt19937 random(3);
  BlockOrder order;
  struct Telling {
    std::uint64_t clock;
    std::uint32_t time;
  };
  std::array<std::vector<Telling>, kBlocks> told;
  std::array<std::uint64_t, kBlocks> learned{};
  std::array<std::uint32_t, kBlocks> now{};
  for (std::uint64_t clock = 1; clock < 20'000; ++clock) {
    const std::uint32_t block = random() % kBlocks;
    if (random() % 4 == 0) {
      order.learn(block);
      learned[block] = clock;
    } else {
      now[block] += 4;
      order.publish(block, now[block], told_until(now[block]));
      told[block].push_back({clock, now[block]});
    }
    const std::uint32_t one = random() % kBlocks, other = (one + 1 + random() % 4) % kBlocks;
    if (told[other].empty()) continue;
    const std::size_t back = std::min<std::size_t>(told[other].size(), 1 + random() % 8);
    const Telling& asked = told[other][told[other].size() - back];
    EXPECT_EQ(order.knows(one, other, 1, asked.time + 1), asked.clock < learned[one]);
    EXPECT_EQ(order.knows(one, other, 0, asked.time + 2), asked.clock < learned[one]);
  }
}

}  // namespace
}  // namespace riffle::race
