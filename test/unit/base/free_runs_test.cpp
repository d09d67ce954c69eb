// SPDX-License-Identifier: Apache-2.0
#include "base/free_runs.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace riffle {
namespace {

using Runs = std::map<std::size_t, std::size_t>;

TEST(FreeRunsTest, TakesTheFrontAndJoinsWhatComesBack) {
  FreeRuns runs;
  runs.reset(0, 100);
  runs.take(0, 30);
  EXPECT_EQ(runs.by_offset(), (Runs{{30, 70}}));
  runs.take(30, 30);
  runs.give(0, 30);
  EXPECT_EQ(runs.by_offset(), (Runs{{0, 30}, {60, 40}}));
  runs.give(30, 30);
  EXPECT_EQ(runs.by_offset(), (Runs{{0, 100}}));
}

TEST(FreeRunsTest, TakesAllOfARun) {
  FreeRuns runs;
  runs.reset(0, 100);
  runs.take(0, 100);
  EXPECT_TRUE(runs.by_offset().empty());
  EXPECT_TRUE(runs.by_size().empty());
  runs.give(0, 100);
  EXPECT_EQ(runs.by_offset(), (Runs{{0, 100}}));
}

TEST(FreeRunsTest, WhatIsTakenAtOnceMayComeBackInPieces) {
  FreeRuns runs;
  runs.reset(0, 100);
  runs.take(0, 100);
  runs.expect_another_piece();
  runs.expect_another_piece();
  runs.give(80, 20);
  runs.give(0, 20);
  EXPECT_EQ(runs.by_offset(), (Runs{{0, 20}, {80, 20}}));
  runs.give(20, 60);
  EXPECT_EQ(runs.by_offset(), (Runs{{0, 100}}));
}

// Against a map of bytes.
TEST(FreeRunsTest, RandomUse) {
  constexpr std::size_t kBytes = 300;
  std::mt19937 random(7);
  FreeRuns runs;
  runs.reset(0, kBytes);
  Runs taken;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0 || taken.empty()) {
      const std::size_t bytes = 1 + random() % 40;
      const auto run = runs.by_size().lower_bound({bytes, 0});
      if (run == runs.by_size().end()) continue;
      const std::size_t offset = run->second;
      runs.take(offset, bytes);
      taken.emplace(offset, bytes);
    } else {
      const auto piece = std::next(taken.begin(), static_cast<long>(random() % taken.size()));
      runs.give(piece->first, piece->second);
      taken.erase(piece);
    }
    std::size_t position = 0;
    auto next_taken = taken.begin();
    bool was_free = false;
    while (position < kBytes) {
      if (next_taken != taken.end() && next_taken->first == position) {
        position += next_taken->second;
        ++next_taken;
        was_free = false;
        continue;
      }
      ASSERT_FALSE(was_free) << "adjacent free runs at " << position;
      const auto run = runs.by_offset().find(position);
      ASSERT_NE(run, runs.by_offset().end()) << "nobody has " << position;
      ASSERT_TRUE(runs.by_size().contains({run->second, position}));
      position += run->second;
      was_free = true;
    }
    ASSERT_EQ(position, kBytes);
    ASSERT_EQ(runs.by_offset().size(), runs.by_size().size());
  }
}

}  // namespace
}  // namespace riffle
