// SPDX-License-Identifier: Apache-2.0
#include "race/block_choice.h"

#include <set>

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

std::set<std::uint64_t> numbers(Dim3 grid) {
  std::set<std::uint64_t> all;
  std::uint64_t end = 0;
  for (const device::BlockRange& range : blocks_to_look_at(grid)) {
    EXPECT_TRUE(all.empty() || range.first > end) << "ranges that meet are one";
    for (end = range.first; end < range.end; ++end) all.insert(end);
  }
  EXPECT_LE(end, grid.count());
  return all;
}

TEST(BlockChoice, SmallGridsAreLookedAtWhole) {
  EXPECT_EQ(numbers({64, 1, 1}).size(), 64U);
  EXPECT_EQ(numbers({4, 4, 4}).size(), 64U);
  EXPECT_EQ(numbers({1, 1, 1}).size(), 1U);
}

TEST(BlockChoice, OfLargeGridsBothEndsOfEachAxis) {
  const auto row = numbers({1000, 1, 1});
  EXPECT_EQ(row.size(), 64U);
  EXPECT_TRUE(row.contains(0) && row.contains(1) && row.contains(998) && row.contains(999));
  const auto plane = numbers({100, 50, 1});
  EXPECT_EQ(plane.size(), 64U);
  EXPECT_TRUE(plane.contains(0) && plane.contains(1) && plane.contains(100));
  EXPECT_TRUE(plane.contains(99) && plane.contains(100 * 49) && plane.contains(100 * 50 - 1));
  const auto space = numbers({10, 20, 30});
  EXPECT_EQ(space.size(), 64U);
  EXPECT_TRUE(space.contains(0) && space.contains(10) && space.contains(200));
  EXPECT_TRUE(space.contains(10 * 20 * 30 - 1));
}

TEST(BlockChoice, AnAxisAloneMayBeAnyOfThem) {
  EXPECT_EQ(numbers({1, 1000, 1}).size(), 64U);
  EXPECT_EQ(numbers({1, 1, 1000}).size(), 64U);
  EXPECT_EQ(numbers({1, 2, 1000}).size(), 16U);
}

TEST(BlockChoice, OfLaunchesOfOneShapeFewerAndFewer) {
  BlockChoice choice;
  const int kernel = 0;
  std::vector<int> chosen;
  for (int i = 1; i <= 20; ++i)
    if (!choice.next(&kernel, {8, 1, 1}, {32, 1, 1}, 0).empty()) chosen.push_back(i);
  EXPECT_EQ(chosen, (std::vector{1, 2, 4, 8, 16}));
  EXPECT_FALSE(choice.next(&kernel, {8, 1, 1}, {32, 1, 1}, 64).empty());
  EXPECT_FALSE(choice.next(&choice, {8, 1, 1}, {32, 1, 1}, 0).empty());
}

TEST(BlockChoice, ManyShapesOfAKernelAreNotAllLookedAt) {
  BlockChoice choice;
  const int kernel = 0;
  std::vector<unsigned> chosen;
  for (unsigned i = 1; i <= 300; ++i)
    if (!choice.next(&kernel, {i, 1, 1}, {32, 1, 1}, 0).empty()) chosen.push_back(i);
  ASSERT_EQ(chosen.size(), 35U);
  EXPECT_EQ(chosen[31], 32U);
  EXPECT_EQ(chosen[32], 64U);
  EXPECT_EQ(chosen[34], 256U);
}

}  // namespace
}  // namespace riffle::race
