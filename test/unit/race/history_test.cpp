// SPDX-License-Identifier: Apache-2.0
// Bytes and who met on them.
#include "race/history.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

using device::AccessKind;

class HistoryTest : public testing::Test {
 protected:
  SharedOperation operation(TimelineKey timeline, Time ticket,
                            OperationType type = OperationType::kCopy) {
    auto made = std::make_shared<Operation>();
    made->type = type;
    made->ticket = ticket;
    made->stamp = order.submit(timeline, ticket);
    return made;
  }
  /// Bytes in conflict.
  std::uint64_t touch(const SharedOperation& by, AccessKind kind, std::uintptr_t begin,
                      std::uintptr_t end) {
    std::uint64_t bytes = 0;
    history.touch({by, kind, nullptr}, {begin, end}, [&](const Conflict& conflict) {
      bytes += conflict.bytes.end - conflict.bytes.begin;
    });
    return bytes;
  }

  Order order;
  History history{order};
};

constexpr TimelineKey kA = 100;
constexpr TimelineKey kB = 200;

TEST_F(HistoryTest, OverlapOfOneByteIsExact) {
  EXPECT_EQ(touch(operation(kA, 1), AccessKind::kWrite, 0, 100), 0U);
  EXPECT_EQ(touch(operation(kB, 1), AccessKind::kWrite, 99, 200), 1U);
}

TEST_F(HistoryTest, DisjointBytesDoNotMeet) {
  EXPECT_EQ(touch(operation(kA, 1), AccessKind::kWrite, 0, 100), 0U);
  EXPECT_EQ(touch(operation(kB, 1), AccessKind::kWrite, 100, 200), 0U);
}

TEST_F(HistoryTest, ReadsDoNotMeetButAWriteMeetsAllOfThem) {
  EXPECT_EQ(touch(operation(kA, 1), AccessKind::kRead, 0, 8), 0U);
  EXPECT_EQ(touch(operation(kB, 1), AccessKind::kRead, 0, 8), 0U);
  EXPECT_EQ(touch(operation(300, 1), AccessKind::kWrite, 0, 8), 16U);
}

TEST_F(HistoryTest, AtomicsDoNotMeetEachOtherButPlainReads) {
  EXPECT_EQ(touch(operation(kA, 1), AccessKind::kAtomic, 0, 4), 0U);
  EXPECT_EQ(touch(operation(kB, 1), AccessKind::kAtomic, 0, 4), 0U);
  EXPECT_EQ(touch(operation(300, 1), AccessKind::kRead, 0, 4), 8U);
}

TEST_F(HistoryTest, WhatIsOrderedIsForgotten) {
  touch(operation(kA, 1), AccessKind::kWrite, 0, 8);
  order.wait(kB, kA, 1);
  EXPECT_EQ(touch(operation(kB, 1), AccessKind::kWrite, 0, 8), 0U);
  order.wait(300, kB, 1);
  EXPECT_EQ(touch(operation(300, 1), AccessKind::kWrite, 0, 8), 0U);
  EXPECT_EQ(history.cells(), 1U);
}

TEST_F(HistoryTest, AnOperationDoesNotMeetItself) {
  const auto both = operation(kA, 1);
  EXPECT_EQ(touch(both, AccessKind::kRead, 0, 8), 0U);
  EXPECT_EQ(touch(both, AccessKind::kWrite, 4, 12), 0U);
}

TEST_F(HistoryTest, WhatIsToldLateMeetsOnlyWhatItIsNotOrderedWith) {
  const auto early = operation(kA, 1);
  order.wait(kB, kA, 1);
  const auto late = operation(kB, 1);
  EXPECT_EQ(touch(late, AccessKind::kWrite, 0, 8), 0U);
  EXPECT_EQ(touch(early, AccessKind::kWrite, 0, 8), 0U);
  EXPECT_EQ(touch(operation(300, 1), AccessKind::kRead, 0, 8), 8U);
}

TEST_F(HistoryTest, NodesOfOneLaunchAreOrderedByEdgesThoseOfTwoByStreams) {
  const auto edges = std::make_shared<const LaunchOrder>(std::vector<LaunchOrder::Chain>{
      {.nodes = {1}, .successors = {}}, {.nodes = {2}, .successors = {}}});
  const auto node = [&](const SharedOperation& launch, std::uint64_t part) {
    auto made = std::make_shared<Operation>(*launch);
    made->launch = edges;
    made->part = part;
    return made;
  };
  const auto first = operation(kA, 5);
  order.wait(kB, kA, 5);
  const auto second = operation(kB, 5);  // of the same graph, and by chance of the same ticket
  EXPECT_EQ(touch(node(first, 1), AccessKind::kWrite, 0, 8), 0U);
  EXPECT_EQ(touch(node(first, 2), AccessKind::kRead, 0, 8), 8U);
  EXPECT_EQ(touch(node(second, 1), AccessKind::kWrite, 0, 8), 0U);
  const auto third = operation(300, 5);  // waits for nobody
  EXPECT_EQ(touch(node(third, 1), AccessKind::kRead, 0, 8), 8U);
}

TEST_F(HistoryTest, UseAfterFreeInStreamOrderIsReported) {
  touch(operation(kA, 1, OperationType::kFree), AccessKind::kWrite, 0, 8);
  bool is_ordered = false;
  history.touch({operation(kA, 2), AccessKind::kRead, nullptr}, {0, 8},
                [&](const Conflict& conflict) { is_ordered = conflict.is_ordered; });
  EXPECT_TRUE(is_ordered);
}

TEST_F(HistoryTest, NewMemoryHasNoHistory) {
  touch(operation(kA, 1), AccessKind::kWrite, 0, 100);
  history.forget({20, 60});
  EXPECT_EQ(touch(operation(kB, 1), AccessKind::kWrite, 0, 100), 60U);
}

TEST_F(HistoryTest, AnAllocationMeetsUsesThatRanBeforeItsTurn) {
  const auto make = [&](TimelineKey timeline, Time ticket, std::uint64_t number) {
    auto made = std::make_shared<Operation>(*operation(timeline, ticket));
    made->number = number;
    return made;
  };
  touch(make(kB, 1, 1), AccessKind::kWrite, 0, 4);  // of what was there before
  const auto allocation = make(kA, 1, 2);
  touch(make(kB, 2, 3), AccessKind::kWrite, 4, 8);
  std::uint64_t bytes = 0;
  history.allocate(
      {allocation, AccessKind::kWrite, nullptr}, {0, 8},
      [&](const Conflict& conflict) { bytes += conflict.bytes.end - conflict.bytes.begin; });
  EXPECT_EQ(bytes, 4U);
  EXPECT_EQ(touch(make(300, 1, 4), AccessKind::kRead, 0, 8), 8U);
}

// Against a model that knows each byte's accesses, all of them.
TEST_F(HistoryTest, RandomHistoriesAgainstEveryPair) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    Order fresh_order;
    History fresh(fresh_order);
    struct Old {
      SharedOperation operation;
      AccessKind kind;
      std::uintptr_t begin;
      std::uintptr_t end;
    };
    std::vector<Old> all;
    Time tickets[4] = {};
    for (int step = 0; step < 25; ++step) {
      const unsigned stream = random() % 4;
      if (random() % 3 == 0) {
        const unsigned other = random() % 4;
        if (tickets[other] != 0 && other != stream)
          fresh_order.wait(stream + 1, other + 1, 1 + random() % tickets[other]);
        continue;
      }
      auto made = std::make_shared<Operation>();
      made->stamp = fresh_order.submit(stream + 1, ++tickets[stream]);
      const auto kind = static_cast<AccessKind>(random() % 3);
      const std::uintptr_t begin = random() % 24;
      const std::uintptr_t end = begin + 1 + random() % 12;
      std::set<std::uintptr_t> expected;
      for (const Old& old : all) {
        if (fresh_order.is_ordered(old.operation->stamp, made->stamp)) continue;
        if (old.kind == kind && kind != AccessKind::kWrite) continue;
        for (std::uintptr_t byte = std::max(begin, old.begin); byte < std::min(end, old.end);
             ++byte)
          expected.insert(byte);
      }
      std::set<std::uintptr_t> found;
      fresh.touch({made, kind, nullptr}, {begin, end}, [&](const Conflict& conflict) {
        for (std::uintptr_t byte = conflict.bytes.begin; byte < conflict.bytes.end; ++byte)
          found.insert(byte);
      });
      // What a race has replaced is not compared any more: each byte that is found is one, and each first race is found.
      for (const std::uintptr_t byte : found) EXPECT_TRUE(expected.contains(byte));
      if (!expected.empty()) {
        EXPECT_FALSE(found.empty()) << "round " << round;
        break;
      }
      all.push_back({made, kind, begin, end});
    }
  }
}

// Rows and pieces in any number, against a model that knows each byte's last writer.
TEST_F(HistoryTest, ManyCellsAgainstEachByte) {
  constexpr std::uintptr_t kBytes = 20000;
  std::mt19937 random(7);
  std::vector<SharedOperation> last(kBytes);
  Time ticket = 0;
  for (int step = 0; step < 400; ++step) {
    const auto made = operation(100 + random() % 3, ++ticket);
    std::vector<ByteRange> ranges;
    const unsigned what = random() % 8;
    const std::uintptr_t begin = random() % kBytes;
    const std::uintptr_t pitch = what < 3 ? 3 + random() % 30 : kBytes;
    const std::uintptr_t width =
        what < 3 ? 1 + random() % pitch : 1 + random() % (step % 20 == 0 ? kBytes : 50);
    for (std::uintptr_t at = begin; at < kBytes && ranges.size() < 3000; at += pitch)
      ranges.push_back({at, std::min(at + width, kBytes)});
    if (what == 7) {
      history.forget(ranges[0]);
      for (std::uintptr_t byte = ranges[0].begin; byte < ranges[0].end; ++byte)
        last[byte] = nullptr;
      continue;
    }
    std::vector<SharedOperation> met(kBytes);
    history.touch({made, AccessKind::kWrite, nullptr}, ranges, [&](const Conflict& conflict) {
      for (std::uintptr_t byte = conflict.bytes.begin; byte < conflict.bytes.end; ++byte) {
        EXPECT_EQ(met[byte], nullptr);
        met[byte] = conflict.earlier.operation;
      }
    });
    for (const ByteRange& range : ranges) {
      for (std::uintptr_t byte = range.begin; byte < range.end; ++byte) {
        const bool meets =
            last[byte] != nullptr && !order.is_ordered(last[byte]->stamp, made->stamp);
        ASSERT_EQ(met[byte], meets ? last[byte] : nullptr) << "step " << step << ", byte " << byte;
        last[byte] = made;
      }
    }
  }
  std::size_t cells = 0;
  for (std::uintptr_t byte = 0; byte < kBytes; ++byte)
    if (last[byte] != nullptr && (byte == 0 || last[byte] != last[byte - 1])) ++cells;
  // A cell may end where a leaf does.
  EXPECT_GE(history.cells(), cells);
  EXPECT_LE(history.cells(), cells + kBytes / 100);
}

// What is nowhere any more is given back.
TEST_F(HistoryTest, OldOperationsAreForgotten) {
  std::weak_ptr<const Operation> first;
  for (Time ticket = 1; ticket <= 5000; ++ticket) {
    const auto made = operation(kA, ticket);
    if (ticket == 1) first = made;
    touch(made, ticket % 2 == 0 ? AccessKind::kRead : AccessKind::kWrite, 0, 8);
  }
  EXPECT_TRUE(first.expired());
}

}  // namespace
}  // namespace riffle::race
