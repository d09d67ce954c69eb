// SPDX-License-Identifier: Apache-2.0
#include "base/schedule_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace riffle {
namespace {

/// The numbers of the decisions at which somebody is put off, of `decisions` with two who could go on.
std::vector<std::uint32_t> put_off(const std::string& text, std::uint32_t decisions,
                                   bool is_first_time = false) {
  auto plan = SchedulePlan::parse(text);
  std::vector<std::uint32_t> numbers;
  if (!plan) return numbers;
  for (std::uint32_t i = 1; i <= decisions; ++i) {
    plan->begin_decision();
    if (plan->defers(1, i, is_first_time)) numbers.push_back(i);
  }
  return numbers;
}

TEST(SchedulePlanTest, TheSameSeedDecidesTheSame) {
  for (int seed = 0; seed < 50; ++seed)
    EXPECT_EQ(put_off(std::to_string(seed), 1000), put_off(std::to_string(seed), 1000));
}

TEST(SchedulePlanTest, SeedsDiffer) {
  std::vector<std::vector<std::uint32_t>> all;
  for (int seed = 0; seed < 50; ++seed) all.push_back(put_off(std::to_string(seed), 1000));
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(SchedulePlanTest, TheDepthBoundsWhatIsPutOff) {
  std::vector<unsigned> seen(121, 0);
  for (int seed = 0; seed < 2000; ++seed) {
    const auto numbers = put_off(std::to_string(seed) + "/3/120", 1000);
    EXPECT_GE(numbers.size(), 1u);  // both may fall on one decision
    EXPECT_LE(numbers.size(), 2u);
    for (const std::uint32_t number : numbers) {
      ASSERT_LE(number, 120u);
      ++seen[number];
    }
  }
  for (std::uint32_t number = 1; number <= 120; ++number) EXPECT_GT(seen[number], 0u) << number;
  EXPECT_TRUE(put_off("5/1/120", 1000).empty());
}

TEST(SchedulePlanTest, AtTheFirstTurnWithProbabilityOneHalf) {
  const std::size_t count = put_off("7/1/120", 1000, true).size();
  EXPECT_GT(count, 400u);
  EXPECT_LT(count, 600u);
}

TEST(SchedulePlanTest, AListIsTakenAsItStands) {
  EXPECT_EQ(put_off("at:1.9,1.4,2.5", 20, true), (std::vector<std::uint32_t>{4, 9}));
  EXPECT_TRUE(put_off("at:", 20, true).empty());
  auto plan = SchedulePlan::parse("at:3.2,3.2,h1.7,m1,m3");
  ASSERT_TRUE(plan);
  plan->begin_decision();
  EXPECT_FALSE(plan->defers(3, 1, true));
  EXPECT_FALSE(plan->defers(2, 3, true));
  EXPECT_TRUE(plan->defers(3, 2, true));
  EXPECT_TRUE(plan->defers(3, 2, true));
  EXPECT_FALSE(plan->defers(3, 2, true));  // named twice
  plan->begin_decision();
  EXPECT_TRUE(plan->defers(host_number(1), 7, false));
  EXPECT_TRUE(plan->takes_other_memory());
  EXPECT_FALSE(plan->takes_other_memory());
  EXPECT_TRUE(plan->takes_other_memory());
  EXPECT_EQ(plan->decisions(), 2u);
  EXPECT_EQ(plan->memory_decisions(), 3u);
}

TEST(SchedulePlanTest, TheTextOfWhatWasDecidedDecidesTheSame) {
  std::vector<Deferral> deferrals;
  for (const std::uint32_t number : put_off("3", 200))
    deferrals.push_back({.who = 1, .ticket = number});
  EXPECT_FALSE(deferrals.empty());
  EXPECT_EQ(put_off(plan_text(deferrals), 200), put_off("3", 200));
  EXPECT_EQ(plan_text({}), "at:");
  EXPECT_EQ(plan_text({{.decision = 4, .who = 2, .ticket = 9},
                       {.decision = 7, .who = host_number(12), .ticket = 3},
                       {.decision = 2, .is_memory = 1}}),
            "at:2.9,h12.3,m2");
}

TEST(SchedulePlanTest, OtherTextsAreErrors) {
  for (const char* text : {"",
                           "x",
                           "-1",
                           "1/2",
                           "1/2/3/4",
                           "1/0/5",
                           "1/2/0",
                           "at:1",
                           "at:1.0",
                           "at:1.1,,2.2",
                           "at:x",
                           "at:m",
                           "at:m0",
                           "at:0.3",
                           "at:h.3",
                           "at:h0.3",
                           "at:h1",
                           "1 ",
                           "99999999999999999999",
                           "at:1.1,",
                           "at:1.2.3"}) {
    const auto plan = SchedulePlan::parse(text);
    ASSERT_FALSE(plan) << text;
    EXPECT_EQ(plan.error().code, Code::kInvalidValue);
    EXPECT_NE(plan.error().text.find("SEED/DEPTH/DECISIONS"), std::string::npos);
  }
}

}  // namespace
}  // namespace riffle
