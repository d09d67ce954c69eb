// SPDX-License-Identifier: Apache-2.0
// Which pages are closed for the host, by small histories of operations.
#include "race/host_pages.h"

#include <gtest/gtest.h>

#include <map>

namespace riffle::race {
namespace {

constexpr std::uintptr_t kPage = HostPages::kPageBytes;
using Rights = HostPages::Rights;

class HostPagesTest : public testing::Test {
 protected:
  HostPages pages{[this](ByteRange range, Rights rights) {
    for (std::uintptr_t at = range.begin; at < range.end; at += kPage) system[at / kPage] = rights;
    return !is_refused || rights == Rights::kAll;
  }};
  static SharedOperation operation(Actor stream, Time ticket) {
    auto made = std::make_shared<Operation>();
    made->stamp = {.actor = stream, .time = ticket, .before = nullptr};
    return made;
  }
  static ByteRange range(std::uintptr_t first, std::uintptr_t end) {
    return {first * kPage, end * kPage};
  }
  /// Of pages 1 to 6: r, - or *.
  std::string shown() {
    std::string all;
    for (std::uintptr_t page = 1; page < 7; ++page) {
      const Rights rights = pages.rights(page * kPage + 5);
      EXPECT_TRUE(is_refused || rights == system.try_emplace(page, Rights::kAll).first->second)
          << page;
      all += rights == Rights::kAll ? '*' : rights == Rights::kRead ? 'r' : '-';
    }
    return all;
  }

  std::map<std::uintptr_t, Rights> system;
  bool is_refused = false;
};

TEST_F(HostPagesTest, WhatIsWrittenIsClosedAndWhatIsReadMayBeRead) {
  pages.use(operation(1, 1), range(2, 4), true);
  pages.use(operation(2, 1), range(3, 6), false);
  EXPECT_EQ(shown(), "*--rr*");
  EXPECT_TRUE(pages.is_closed({5 * kPage, 5 * kPage + 1}, true));
  EXPECT_FALSE(pages.is_closed({5 * kPage, 5 * kPage + 1}, false));
  EXPECT_TRUE(pages.is_closed({kPage, 9 * kPage}, false));
}

TEST_F(HostPagesTest, WhatTheHostHasWaitedForIsOpen) {
  pages.use(operation(1, 1), range(1, 3), true);
  pages.use(operation(2, 1), range(2, 5), false);
  pages.forget_seen([](const Stamp& stamp) { return stamp.actor == 1; });
  EXPECT_EQ(shown(), "*rrr**");
  pages.forget_seen([](const Stamp& stamp) { return stamp.actor == 2; });
  EXPECT_EQ(shown(), "******");
  EXPECT_FALSE(pages.has_closed());
}

TEST_F(HostPagesTest, ALaterOperationOfTheStreamStandsForTheEarlierOne) {
  pages.use(operation(1, 1), range(1, 3), true);
  pages.use(operation(1, 2), range(1, 3), true);
  pages.forget_seen([](const Stamp& stamp) { return stamp.time == 1; });
  EXPECT_EQ(shown(), "--****");
}

TEST_F(HostPagesTest, AnOperationThatRunsFindsItsPagesOpenUntilItEnds) {
  pages.use(operation(1, 1), range(2, 5), true);
  const std::uint64_t first = pages.begin();
  pages.open_for_operations(3 * kPage + 9);
  EXPECT_EQ(shown(), "******");
  const std::uint64_t second = pages.begin();
  pages.end(second);
  EXPECT_EQ(shown(), "******");
  pages.end(first);
  EXPECT_EQ(shown(), "*---**");
}

TEST_F(HostPagesTest, APageThatTheHostHasMetIsOpenUntilTheNextUse) {
  pages.use(operation(1, 1), range(1, 4), true);
  pages.open_for_host(range(2, 3));
  EXPECT_EQ(shown(), "-*-***");
  pages.use(operation(2, 1), range(5, 6), false);
  EXPECT_EQ(shown(), "-*-*r*");
  pages.use(operation(2, 2), range(1, 6), false);
  EXPECT_EQ(shown(), "---rr*");
}

TEST_F(HostPagesTest, MemoryThatIsGoneIsOpen) {
  const SharedOperation both = operation(1, 1);
  pages.use(both, range(1, 3), true);
  pages.use(both, range(4, 6), true);
  pages.forget(range(1, 2));
  EXPECT_EQ(shown(), "***--*");
  pages.forget(*both);
  EXPECT_EQ(shown(), "******");
}

TEST_F(HostPagesTest, ManyUsesDropTheOldest) {
  for (std::uintptr_t i = 0; i < 2000; ++i)
    pages.use(operation(static_cast<Actor>(i + 1), 1), range(1 + 2 * i, 2 + 2 * i), true);
  EXPECT_EQ(pages.rights(kPage), Rights::kAll);
  EXPECT_EQ(pages.rights((1 + 2 * 1999) * kPage), Rights::kNone);
  pages.open_all();
  EXPECT_FALSE(pages.has_closed());
}

TEST_F(HostPagesTest, ASystemThatRefusesLeavesPagesOpen) {
  is_refused = true;
  pages.use(operation(1, 1), range(1, 3), true);
  EXPECT_EQ(shown(), "******");
}

}  // namespace
}  // namespace riffle::race
