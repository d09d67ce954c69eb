// SPDX-License-Identifier: Apache-2.0
// Accesses of launches: parts become one summary, byte-exact.
#include "device/access.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "device/cpu/launch.h"

namespace riffle::device {
namespace {

constexpr AccessSite kHere{.file = "a.cu", .function = "f", .line = 7};
constexpr AccessSite kThere{.file = "a.cu", .function = "f", .line = 9};

TEST(Access, NothingIsKnownOfALaunchThatHandedInNothing) {
  const KernelPayload launch;
  EXPECT_FALSE(take_accesses(launch).has_value());
}

TEST(Access, PartsOfOneLaunchAreJoinedAndThenForgotten) {
  const KernelPayload launch;
  const KernelPayload other;
  add_accesses(launch, std::vector<AccessRange>{{16, 32, AccessKind::kWrite, &kHere}});
  add_accesses(other, std::vector<AccessRange>{{0, 4, AccessKind::kRead, &kHere}});
  add_accesses(launch, std::vector<AccessRange>{{0, 16, AccessKind::kWrite, &kHere}});
  const auto summary = take_accesses(launch);
  ASSERT_TRUE(summary.has_value());
  EXPECT_TRUE(summary->is_complete);
  ASSERT_EQ(summary->ranges.size(), 1U);
  EXPECT_EQ(summary->ranges[0].begin, 0U);
  EXPECT_EQ(summary->ranges[0].end, 32U);
  EXPECT_FALSE(take_accesses(launch).has_value());
  EXPECT_TRUE(take_accesses(other).has_value());
}

TEST(Access, ALaunchThatTouchedNothingIsKnown) {
  const KernelPayload launch;
  add_accesses(launch, {});
  const auto summary = take_accesses(launch);
  ASSERT_TRUE(summary.has_value());
  EXPECT_TRUE(summary->ranges.empty());
}

TEST(Access, NeighboursOfDifferentLinesStayApart) {
  std::vector<AccessRange> ranges{{4, 8, AccessKind::kRead, &kThere},
                                  {0, 4, AccessKind::kRead, &kHere},
                                  {8, 8, AccessKind::kRead, &kHere}};
  normalize(ranges);
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].site, &kHere);
  EXPECT_EQ(ranges[1].site, &kThere);
}

TEST(Access, RandomRangesAgainstBytes) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<AccessRange> ranges;
    std::map<std::pair<AccessKind, std::uintptr_t>, int> expected;
    const unsigned count = random() % 30;
    for (unsigned i = 0; i < count; ++i) {
      const std::uintptr_t begin = random() % 100;
      const std::uintptr_t end = begin + random() % 12;
      const auto kind = static_cast<AccessKind>(random() % 3);
      ranges.push_back({begin, end, kind, random() % 2 == 0 ? &kHere : &kThere});
      for (std::uintptr_t byte = begin; byte < end; ++byte) expected[{kind, byte}] = 1;
    }
    normalize(ranges);
    std::map<std::pair<AccessKind, std::uintptr_t>, int> found;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (i != 0)
        EXPECT_LE(std::pair(ranges[i - 1].kind, ranges[i - 1].begin),
                  std::pair(ranges[i].kind, ranges[i].begin));
      for (std::uintptr_t byte = ranges[i].begin; byte < ranges[i].end; ++byte)
        ++found[{ranges[i].kind, byte}];
    }
    EXPECT_EQ(found, expected) << "round " << round;
  }
}

}  // namespace
}  // namespace riffle::device
