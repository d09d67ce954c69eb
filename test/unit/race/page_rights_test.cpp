// SPDX-License-Identifier: Apache-2.0
// Rights of pages, as handlers of signals look them up, and what they leave for the checker.
#include "race/page_rights.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "race/host_faults.h"

namespace riffle::race {
namespace {

using Rights = PageRights::Rights;
constexpr std::uintptr_t kPage = PageRights::kPageBytes;

ByteRange pages_of(std::uintptr_t first, std::uintptr_t end) {
  return {first * kPage, end * kPage};
}

TEST(PageRights, WhatHasNeverBeenClosedIsNobodys) {
  const auto rights = std::make_unique<PageRights>();
  EXPECT_EQ(rights->at(5 * kPage), Rights::kNever);
  EXPECT_TRUE(rights->set(pages_of(4, 6), Rights::kAll));
  EXPECT_EQ(rights->at(5 * kPage), Rights::kNever);
  EXPECT_TRUE(rights->set(pages_of(4, 6), Rights::kNone));
  EXPECT_TRUE(rights->set(pages_of(3, 6), Rights::kAll));
  EXPECT_EQ(rights->at(5 * kPage + 7), Rights::kAll);
  EXPECT_EQ(rights->at(3 * kPage), Rights::kNever);
  // No page of a machine's.
  EXPECT_FALSE(
      rights->set({std::uintptr_t{1} << 60, (std::uintptr_t{1} << 60) + kPage}, Rights::kNone));
  EXPECT_EQ(rights->at(std::uintptr_t{1} << 60), Rights::kNever);
}

TEST(PageRights, AnAccessMayBeDeniedInTheMiddle) {
  const auto rights = std::make_unique<PageRights>();
  ASSERT_TRUE(rights->set(pages_of(10, 12), Rights::kRead));
  ASSERT_TRUE(rights->set(pages_of(12, 13), Rights::kNone));
  EXPECT_FALSE(rights->denies({9 * kPage, 12 * kPage}, false));
  EXPECT_TRUE(rights->denies({9 * kPage, 10 * kPage + 1}, true));
  EXPECT_TRUE(rights->denies({9 * kPage, 12 * kPage + 1}, false));
  EXPECT_FALSE(rights->denies({13 * kPage, 900 * kPage}, true));
  const ByteRange all = rights->closed_around(11 * kPage + 3);
  EXPECT_EQ(all.begin, 10 * kPage);
  EXPECT_EQ(all.end, 13 * kPage);
}

TEST(PageRights, RandomRangesAgainstEachPage) {
  std::mt19937 random(5);
  const auto rights = std::make_unique<PageRights>();
  constexpr std::uintptr_t kFirst =
      (std::uintptr_t{0x7f12} << 20) - 40;  // across the edge of a table
  constexpr std::uintptr_t kPages = 80;
  std::map<std::uintptr_t, Rights> model;
  for (int round = 0; round < 400; ++round) {
    const std::uintptr_t begin = kFirst + random() % kPages;
    const std::uintptr_t end = begin + random() % 20;
    const auto to = static_cast<Rights>(1 + random() % 3);
    ASSERT_TRUE(rights->set(pages_of(begin, end), to));
    for (std::uintptr_t page = begin; page < end; ++page)
      if (to != Rights::kAll || model.contains(page)) model[page] = to;
    const std::uintptr_t at = kFirst + random() % kPages, last = at + random() % 30;
    ByteRange expected{};
    for (std::uintptr_t page = at; page < last; ++page) {
      const bool is_closed = model.contains(page) && model[page] != Rights::kAll;
      if (is_closed && expected.begin == 0) expected.begin = page * kPage;
      if (is_closed) expected.end = (page + 1) * kPage;
      if (!is_closed && expected.begin != 0) break;
    }
    const ByteRange closed = rights->closed_in(pages_of(at, last));
    ASSERT_EQ(std::pair(closed.begin, closed.end), std::pair(expected.begin, expected.end))
        << round;
  }
}

TEST(HostFaults, ComeInTheirOrderAndTooManyAreLost) {
  const auto faults = std::make_unique<HostFaults>();
  HostFault next;
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(faults->pop(next));
    for (std::uintptr_t i = 0; i < 3000; ++i) faults->push({.bytes = {i, i + 1}});
    std::uintptr_t count = 0;
    for (; faults->pop(next); ++count) EXPECT_EQ(next.bytes.begin, count);
    EXPECT_EQ(count, 2048U);
  }
}

TEST(HostFaults, OfManyThreadsNoneIsLostOrTwice) {
  constexpr std::uintptr_t kThreads = 3, kEach = 20000;
  const auto faults = std::make_unique<HostFaults>();
  std::array<std::atomic<std::uintptr_t>, kThreads> taken{};
  std::vector<std::thread> threads;
  for (std::uintptr_t thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      for (std::uintptr_t i = 0; i < kEach; ++i) {
        while (i >= taken[thread] + 600) std::this_thread::yield();  // or there were too many
        faults->push({.bytes = {thread, i}});
      }
    });
  HostFault next;
  for (std::uintptr_t count = 0; count < kThreads * kEach;) {
    if (!faults->pop(next)) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_EQ(next.bytes.end, taken[next.bytes.begin]++);
    ++count;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(faults->pop(next));
}

}  // namespace
}  // namespace riffle::race
