// SPDX-License-Identifier: Apache-2.0
#include "explore/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace riffle::tool::explore {
namespace {

std::vector<int> numbers(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(MinimiseTest, FindsWhatMatters) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const int count = 1 + static_cast<int>(random() % 200);
    std::vector<int> needed;
    for (int i = static_cast<int>(random() % 4); i >= 0; --i)
      needed.push_back(static_cast<int>(random() % static_cast<unsigned>(count)));
    std::ranges::sort(needed);
    needed.erase(std::ranges::unique(needed).begin(), needed.end());
    const auto matters = [&](const std::vector<int>& part) {
      return std::ranges::includes(part, needed);
    };
    EXPECT_EQ(minimise(numbers(count), matters, 100'000), needed);
  }
}

TEST(MinimiseTest, OfSeveralReasonsOneIsLeft) {
  const auto matters = [](const std::vector<int>& part) {
    return std::ranges::count_if(part, [](int each) { return each % 3 == 0; }) >= 2;
  };
  EXPECT_EQ(minimise(numbers(50), matters, 100'000).size(), 2u);
}

TEST(MinimiseTest, NothingMayMatter) {
  EXPECT_TRUE(minimise(numbers(20), [](const auto&) { return true; }, 1000).empty());
  EXPECT_TRUE(minimise(std::vector<int>{}, [](const auto&) { return true; }, 1000).empty());
}

TEST(MinimiseTest, TheBudgetBoundsTheQuestions) {
  std::size_t questions = 0;
  const auto matters = [&](const std::vector<int>& part) {
    ++questions;
    return std::ranges::count(part, 17) == 1;
  };
  const auto left = minimise(numbers(1000), matters, 5);
  EXPECT_EQ(questions, 5u);
  EXPECT_EQ(std::ranges::count(left, 17), 1);
}

}  // namespace
}  // namespace riffle::tool::explore
