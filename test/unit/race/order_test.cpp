// SPDX-License-Identifier: Apache-2.0
// Declared order: small histories of streams and a host.
#include "race/order.h"

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

constexpr TimelineKey kA = 100;
constexpr TimelineKey kB = 200;
constexpr TimelineKey kC = 300;

class OrderTest : public testing::Test {
 protected:
  Order order;
};

TEST_F(OrderTest, OneStreamIsInOrder) {
  const Stamp first = order.submit(kA, 1);
  const Stamp second = order.submit(kA, 2);
  EXPECT_TRUE(order.is_ordered(first, second));
  EXPECT_FALSE(second.before != nullptr && first.is_after(second));
}

TEST_F(OrderTest, TwoStreamsAreNot) {
  const Stamp first = order.submit(kA, 1);
  const Stamp second = order.submit(kB, 1);
  EXPECT_FALSE(order.is_ordered(first, second));
  EXPECT_FALSE(order.is_ordered(second, first));
}

TEST_F(OrderTest, AWaitOrdersWhatCameBeforeItsMomentOnly) {
  const Stamp covered = order.submit(kA, 1);
  const Stamp late = order.submit(kA, 2);
  order.wait(kB, kA, 1);
  const Stamp after = order.submit(kB, 1);
  EXPECT_TRUE(order.is_ordered(covered, after));
  EXPECT_FALSE(order.is_ordered(late, after));
}

TEST_F(OrderTest, WaitsAreTransitiveAndRememberWhatTheMomentKnew) {
  const Stamp first = order.submit(kA, 1);
  order.wait(kB, kA, 1);
  order.submit(kB, 1);
  order.wait(kC, kB, 1);
  const Stamp last = order.submit(kC, 1);
  EXPECT_TRUE(order.is_ordered(first, last));
}

TEST_F(OrderTest, AnOlderMomentDoesNotCoverWhatItsStreamLearnedLater) {
  const Stamp first = order.submit(kA, 1);
  order.submit(kB, 1);
  order.wait(kB, kA, 1);
  order.submit(kB, 2);
  order.wait(kC, kB, 1);
  EXPECT_FALSE(order.is_ordered(first, order.submit(kC, 1)));
  order.wait(kC, kB, 2);
  EXPECT_TRUE(order.is_ordered(first, order.submit(kC, 2)));
}

TEST_F(OrderTest, WhatTheHostHasSeenOrdersItsLaterCalls) {
  const Stamp first = order.submit(kA, 1);
  const Stamp early = order.submit(kB, 1);
  order.host_saw(kA, 1);
  const Stamp late = order.submit(kB, 2);
  EXPECT_FALSE(order.is_ordered(first, early));
  EXPECT_TRUE(order.is_ordered(first, late));
}

TEST_F(OrderTest, AHostAccessComesBeforeLaterCallsAndAfterWhatWasWaitedFor) {
  const Stamp waited = order.submit(kA, 1);
  order.host_saw(kA, 1);
  const Stamp pending = order.submit(kA, 2);
  const Stamp access = order.host_acts();
  const Stamp later = order.submit(kB, 1);
  EXPECT_TRUE(order.is_ordered(waited, access));
  EXPECT_FALSE(order.is_ordered(pending, access));
  EXPECT_FALSE(order.is_ordered(access, pending));
  EXPECT_TRUE(order.is_ordered(access, later));
}

TEST_F(OrderTest, AFenceStandsForItsOperation) {
  const Stamp launch = order.submit(kA, 1);
  order.stand_for(kC, 7, kA, 1);
  order.wait(kB, kC, 7);
  EXPECT_TRUE(order.is_ordered(launch, order.submit(kB, 1)));
}

TEST_F(OrderTest, WhatTheHostWasToldIsBeforeWhatItEnqueuesFromThenOn) {
  const Stamp first = order.submit(kA, 1);
  const Stamp second = order.submit(kA, 2);
  const Stamp early = order.submit(kB, 1);
  order.host_learned(kA, 1);
  const Stamp late = order.submit(kC, 1);
  EXPECT_FALSE(order.is_ordered(first, early));
  EXPECT_TRUE(order.is_ordered(first, late));
  EXPECT_FALSE(order.is_ordered(second, late));
  order.host_learned(kA, 0);  // before the first: nothing
  order.host_learned(99, 5);  // of nobody known: nothing
  EXPECT_FALSE(order.is_ordered(second, order.submit(kC, 2)));
}

TEST_F(OrderTest, AMomentOfNobodyKnownLosesTrack) {
  const Stamp first = order.submit(kA, 1);
  const Stamp early = order.submit(kB, 1);
  order.wait(kB, kC, 7);
  const Stamp late = order.submit(kB, 2);
  EXPECT_FALSE(order.is_ordered(first, early));
  EXPECT_TRUE(order.is_ordered(first, late));
}

TEST_F(OrderTest, ASignalMayBeGivenAfterItsWaitWasMade) {
  const SignalName signal{.channel = {9, 1}, .number = 1, .is_local = true};
  const Stamp covered = order.submit(kA, 1);
  const Stamp beside = order.submit(kC, 1);
  order.await_signal(kB, signal);
  const Stamp after = order.submit(kB, 1);
  EXPECT_TRUE(order.is_ordered(beside, after));  // nothing is known of it yet
  order.give_signal(kA, 1, signal);
  EXPECT_TRUE(order.is_ordered(covered, after));
  EXPECT_FALSE(order.is_ordered(beside, after));
}

TEST_F(OrderTest, SignalsAreTransitiveAndTheHostMaySeeThem) {
  const SignalName first{.channel = {9, 1}, .number = 4, .is_local = true};
  const SignalName second{.channel = {9, 2}, .number = 7, .is_local = true};
  const Stamp covered = order.submit(kA, 1);
  order.give_signal(kA, 1, first);
  order.await_signal(kB, first);
  order.submit(kB, 1);
  order.give_signal(kB, 1, second);
  EXPECT_FALSE(order.is_ordered(covered, order.submit(kC, 1)));
  order.host_saw_signal(second);
  EXPECT_TRUE(order.is_ordered(covered, order.submit(kC, 2)));
}

TEST_F(OrderTest, AnotherProcessMayPassOnWhatThisOneHasTold) {
  const SignalName ours{.channel = {9, 1}, .number = 1};
  const SignalName theirs{.channel = {9, 2}, .number = 1};
  const Stamp told = order.submit(kA, 1);
  order.give_signal(kA, 1, ours);
  const Stamp untold = order.submit(kA, 2);
  order.await_signal(kB, theirs);
  const Stamp after = order.submit(kB, 1);
  EXPECT_TRUE(order.is_ordered(told, after));
  EXPECT_FALSE(order.is_ordered(untold, after));
}

TEST_F(OrderTest, DroppedMarksNeverMakeAFalseAlarm) {
  const Stamp first = order.submit(kA, 1);
  order.wait(kB, kA, 1);
  order.submit(kB, 1);
  for (Time i = 1; i <= 2000; ++i) {
    order.submit(kA, i + 1);
    order.host_saw(kA, i + 1);
    order.submit(kB, i + 1);
  }
  order.wait(kC, kB, 1);
  EXPECT_TRUE(order.is_ordered(first, order.submit(kC, 1)));
}

}  // namespace
}  // namespace riffle::race
