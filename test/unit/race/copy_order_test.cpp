// SPDX-License-Identifier: Apache-2.0
// Who knows when that an asynchronous copy is done.
#include "race/copy_order.h"

#include <gtest/gtest.h>

#include "compiler/abi/order_flags.h"

namespace riffle::race {
namespace {

class CopyOrderTest : public testing::Test {
 protected:
  CopyOrderTest() {
    order.begin(64);
    copies.begin(64);
  }
  ThreadOrder order;
  CopyOrder copies{order};
};

TEST_F(CopyOrderTest, NobodyKnowsOfACopyThatIsNotWaitedFor) {
  const std::uint32_t issued = order.now();
  copies.commit(3);
  order.meet_all();
  EXPECT_FALSE(copies.knows(3, 3, issued));
  EXPECT_FALSE(copies.knows(40, 3, issued));
  EXPECT_FALSE(copies.has_end(3, issued));
}

TEST_F(CopyOrderTest, OthersKnowBehindTheWaitAndABarrier) {
  const std::uint32_t issued = order.now();
  copies.commit(3);
  copies.await(3, 0);
  EXPECT_TRUE(copies.knows(3, 3, issued));
  EXPECT_FALSE(copies.knows(40, 3, issued));
  order.meet(0, ~0U);
  EXPECT_TRUE(copies.knows(4, 3, issued));
  EXPECT_FALSE(copies.knows(40, 3, issued));
  order.meet_all();
  EXPECT_TRUE(copies.knows(40, 3, issued));
}

TEST_F(CopyOrderTest, WhoHasMetBeforeTheWaitDoesNotKnowOfIt) {
  const std::uint32_t issued = order.now();
  copies.commit(3);
  order.meet(0, ~0U);
  copies.await(3, 0);
  EXPECT_FALSE(copies.knows(4, 3, issued));
}

TEST_F(CopyOrderTest, GroupsAreDoneInTheirOrder) {
  const std::uint32_t first = order.now();
  copies.commit(3);
  const std::uint32_t second = order.now();
  copies.commit(3);
  const std::uint32_t third = order.now();
  copies.await(3, 1);
  EXPECT_TRUE(copies.knows(3, 3, first));
  EXPECT_FALSE(copies.knows(3, 3, second));
  copies.await(3, 0);
  EXPECT_TRUE(copies.knows(3, 3, second));
  EXPECT_FALSE(copies.knows(3, 3, third));  // no group
  copies.await(3, abi::kAllCopies);
  EXPECT_TRUE(copies.knows(3, 3, third));
  EXPECT_FALSE(copies.knows(3, 3, order.now()));
}

TEST_F(CopyOrderTest, ABarrierTellsWhoLooksThereAfterwards) {
  constexpr std::uintptr_t kBarrier = 4096;
  const std::uint32_t issued = order.now();
  copies.arrive(3, kBarrier);
  order.leave(3, kBarrier);
  order.meet_all();
  EXPECT_FALSE(copies.knows(3, 3, issued));
  order.look_at(40, kBarrier);
  EXPECT_TRUE(copies.knows(40, 3, issued));
  EXPECT_FALSE(copies.knows(3, 3, issued));
  order.meet_all();
  EXPECT_TRUE(copies.knows(3, 3, issued));
  const std::uint32_t later = order.now();
  copies.arrive(3, kBarrier);
  EXPECT_FALSE(copies.knows(40, 3, later));
}

TEST_F(CopyOrderTest, WhatIsKnownOfABarrierIsPassedOnInAWarp) {
  constexpr std::uintptr_t kBarrier = 4096;
  const std::uint32_t issued = order.now();
  copies.arrive(3, kBarrier);
  order.look_at(5, kBarrier);
  order.meet(0, 0xf0);
  EXPECT_TRUE(copies.knows(6, 3, issued));
  EXPECT_FALSE(copies.knows(3, 3, issued));
}

TEST_F(CopyOrderTest, ManyWaitsAreNotTooMany) {
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t issued = order.now();
    copies.commit(3);
    EXPECT_FALSE(copies.knows(3, 3, issued));
    copies.await(3, 0);
    order.meet_all();
    EXPECT_TRUE(copies.knows(9, 3, issued));
  }
}

// In a partial last warp, the columns of mbarriers must not be taken for its missing threads.
TEST(CopyOrderOfFortyThreads, AFlagTellsOfTheBarrierThatItsWriterHasLookedAt) {
  constexpr std::uintptr_t kBarrier = 4096, kFlag = 4160;
  ThreadOrder order;
  CopyOrder copies(order);
  order.begin(40);
  copies.begin(40);
  const std::uint32_t issued = order.now();
  copies.arrive(0, kBarrier);
  order.look_at(0, kBarrier);
  order.leave(0, kFlag);
  EXPECT_FALSE(copies.knows(35, 0, issued));
  order.learn(35, kFlag, true);
  EXPECT_TRUE(copies.knows(35, 0, issued));
}

// Barriers of the block are not all that loops of warps have.
TEST_F(CopyOrderTest, ManyWaitsOfAWarpAloneAreForgotten) {
  std::uint32_t issued = 0;
  for (int i = 0; i < 10'000; ++i) {
    issued = order.now();
    copies.commit(3);
    copies.await(3, 0);
    EXPECT_FALSE(copies.knows(4, 3, issued));
    order.meet(0, ~0U);
    EXPECT_TRUE(copies.knows(4, 3, issued));
  }
  EXPECT_FALSE(copies.knows(40, 3, 1));
  EXPECT_LE(copies.kept(3), 8U);
  order.meet_all();
  EXPECT_TRUE(copies.knows(40, 3, issued));
}

TEST_F(CopyOrderTest, ManyPhasesOfABarrierAreForgotten) {
  constexpr std::uintptr_t kBarrier = 4096;
  std::uint32_t issued = 0;
  for (int i = 0; i < 10'000; ++i) {
    issued = order.now();
    copies.arrive(3, kBarrier);
    EXPECT_FALSE(copies.knows(5, 3, issued));
    order.look_at(5, kBarrier);
    EXPECT_TRUE(copies.knows(5, 3, issued));
  }
  EXPECT_FALSE(copies.knows(40, 3, 1));
  EXPECT_LE(copies.kept(3), 8U);
}

TEST_F(CopyOrderTest, PhasesThatAllKnowAreForgotten) {
  constexpr std::uintptr_t kBarrier = 4096;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t issued = order.now();
    copies.arrive(3, kBarrier);
    order.look_at(5, kBarrier);
    order.meet_all();
    EXPECT_TRUE(copies.knows(40, 3, issued));
  }
  EXPECT_EQ(copies.kept(3), 1U);
}

// All of them are for who looks there next.
TEST_F(CopyOrderTest, ManyCopiesOfOnePhaseAreOneEnd) {
  constexpr std::uintptr_t kBarrier = 4096;
  copies.arrive(3, kBarrier);
  order.look_at(5, kBarrier);
  const std::uint32_t first = order.now();
  for (int i = 0; i < 100; ++i) copies.arrive(3, kBarrier);
  EXPECT_FALSE(copies.knows(5, 3, first));
  EXPECT_EQ(copies.kept(3), 2U);
  order.look_at(5, kBarrier);
  EXPECT_TRUE(copies.knows(5, 3, first));
}

}  // namespace
}  // namespace riffle::race
