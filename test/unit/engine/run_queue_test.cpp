// SPDX-License-Identifier: Apache-2.0
// The run queue by itself: priority, order, stale entries. Timelines are driven by hand.
#include "runtime/engine/run_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

class RunQueueTest : public testing::Test {
 protected:
  Timeline& ready(int priority = 0) {
    auto& timeline = *timelines_.emplace_back(std::make_unique<Timeline>());
    timeline.set_stream_priority(priority);
    Ticket ticket = 0;
    {
      const SpinlockHolder lock(timeline.producer());
      timeline.take_slots(1);
      EXPECT_TRUE(timeline.submit(1, ticket));
    }
    queue.push(timeline, false);
    return timeline;
  }

  RunQueue queue;

 private:
  std::vector<std::unique_ptr<Timeline>> timelines_;
};

TEST_F(RunQueueTest, EmptyGivesNothing) {
  EXPECT_FALSE(queue.any());
  EXPECT_EQ(queue.pop(), nullptr);
  EXPECT_EQ(queue.look(4).first, nullptr);
}

TEST_F(RunQueueTest, SamePriorityIsFirstInFirstOut) {
  Timeline& a = ready();
  Timeline& b = ready();
  EXPECT_EQ(queue.pop(), &a);
  Timeline& c = ready();
  EXPECT_EQ(queue.pop(), &b);
  EXPECT_EQ(queue.pop(), &c);
  EXPECT_FALSE(queue.any());
}

TEST_F(RunQueueTest, GreaterPriorityFirst) {
  Timeline& low = ready(0);
  Timeline& high = ready(-5);
  Timeline& middle = ready(-2);
  EXPECT_TRUE(queue.any_above(0));
  EXPECT_TRUE(queue.any_above(2));
  EXPECT_FALSE(queue.any_above(5));
  EXPECT_EQ(queue.pop(), &high);
  EXPECT_EQ(queue.pop(), &middle);
  EXPECT_FALSE(queue.any_above(0));
  EXPECT_EQ(queue.pop(), &low);
}

TEST_F(RunQueueTest, PoppedStreamIsOwnedAndUnlinked) {
  Timeline& a = ready();
  ASSERT_TRUE(a.claim(false));
  ASSERT_FALSE(a.hand_back(true));  // for workers only, and still in the queue
  EXPECT_EQ(queue.pop(), &a);
  EXPECT_EQ(a.state(), kOneTicket | kRunning);
}

TEST_F(RunQueueTest, StaleEntriesAreDropped) {
  Timeline& a = ready();
  Timeline& b = ready();
  ASSERT_TRUE(a.claim(false));  // a host took it: the entry stays behind
  EXPECT_EQ(queue.look(4).first, &b);
  EXPECT_EQ(a.state(), kOneTicket | kRunning);
  EXPECT_EQ(queue.look(4).count, 1u);
  EXPECT_EQ(queue.pop(), &b);
  EXPECT_FALSE(queue.any());
}

TEST_F(RunQueueTest, StaleEntryThatBecomesReadyAgainServes) {
  Timeline& a = ready();
  ASSERT_TRUE(a.claim(false));
  EXPECT_FALSE(a.hand_back(false)) << "still in the queue, must not be pushed twice";
  EXPECT_EQ(queue.pop(), &a);
}

TEST_F(RunQueueTest, LookCountsUpToItsLimit) {
  for (int i = 0; i < 5; ++i) ready();
  EXPECT_EQ(queue.look(3).count, 3u);
  EXPECT_EQ(queue.look(10).count, 5u);
}

TEST_F(RunQueueTest, WorkerOnlyStreamsAreNotForHosts) {
  Timeline& a = ready();
  ASSERT_EQ(queue.pop(), &a);
  EXPECT_TRUE(a.hand_back(true));
  EXPECT_FALSE(a.claim(false));
  EXPECT_TRUE(a.claim(true));
}

}  // namespace
}  // namespace riffle::engine
