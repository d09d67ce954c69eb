// SPDX-License-Identifier: Apache-2.0
// Operations in the order of a plan. One process: the plan is changed between the cases.
#include "runtime/engine/schedule.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "platform/futex.h"
#include "runtime/engine/program.h"
#include "test_options.h"

namespace riffle::engine {
namespace {

const TestOption kAsSoonAsPossible("RIFFLE_SCHEDULE", "at:");

class ScheduleTest : public EngineTest {
 protected:
  static void set_plan(const std::string& text) {
    auto plan = SchedulePlan::parse(text);
    ASSERT_TRUE(plan);
    current_schedule()->start_over(std::move(*plan));
  }

  /// An operation that others see by its letter in `order`, which nothing but the schedule guards.
  void enqueue(Stream& stream, char letter, Cost* cost = nullptr) {
    enqueue_one(stream, [this, letter] { order_ += letter; }, cost);
  }
  /// A stream's next operation as plans name it. Tickets go on where the last stream of the same timeline ended.
  static std::string next_of(Stream& stream) {
    return std::to_string(stream.id()) + "." + std::to_string(stream.record().ticket + 1);
  }
  void host(char letter) { order_ += letter; }

  std::string run(const std::string& plan, const std::function<void(ScheduleTest&)>& body) {
    set_plan(plan);
    order_.clear();
    body(*this);
    context->synchronize();
    return order_;
  }

  Cost ends_{.ends = true};
  std::string order_;
};

/// Two streams of two operations, the host between them.
class TwoStreamsTest : public ScheduleTest {
 protected:
  /// Who of them is put off at its first operation, and what else the plan names.
  std::string run_two(const std::string& who, const std::string& others = "") {
    Stream& a = stream();
    Stream& b = stream();
    std::string plan = "at:";
    for (const char each : who) plan += (plan == "at:" ? "" : ",") + next_of(each == 'a' ? a : b);
    plan += others;
    return run_two(a, b, plan);
  }
  std::string run_two(const std::string& plan, std::nullptr_t) {
    Stream& a = stream();
    return run_two(a, stream(), plan);
  }
  std::string run_two(Stream& a, Stream& b, const std::string& plan) {
    const std::string order = run(plan, [&](ScheduleTest&) {
      enqueue(a, 'a', &ends_);
      host('1');
      enqueue(b, 'b', &ends_);
      host('2');
      enqueue(a, 'A', &ends_);
      host('3');
      enqueue(b, 'B', &ends_);
      host('4');
    });
    context->destroy_stream(&a);
    context->destroy_stream(&b);
    return order;
  }
};

TEST_F(TwoStreamsTest, UsuallyAnOperationRunsBeforeItsCallReturns) {
  EXPECT_EQ(run_two(""), "a1b2A3B4");
}

TEST_F(TwoStreamsTest, WhoIsPutOffLagsUntilTheHostWaits) {
  EXPECT_EQ(run_two("a"), "1b23B4aA");
  EXPECT_EQ(run_two("ab"), "1234aAbB");
}

TEST_F(TwoStreamsTest, TheHostCanBePutOffToo) { EXPECT_EQ(run_two("a", ",h1.2"), "1ba2A3B4"); }

TEST_F(TwoStreamsTest, TheSamePlanIsTheSameOrder) {
  std::set<std::string> orders;
  for (int seed = 0; seed < 100; ++seed) {
    const std::string plan = std::to_string(seed);
    const std::string order = run_two(plan, nullptr);
    EXPECT_EQ(order, run_two(plan, nullptr));
    orders.insert(order);
    // The order inside each stream stays, and no operation comes before its call.
    EXPECT_LT(order.find('a'), order.find('A'));
    EXPECT_LT(order.find('b'), order.find('B'));
    EXPECT_LT(order.find('1'), order.find('b'));
    EXPECT_LT(order.find('3'), order.find('B'));
  }
  EXPECT_GT(orders.size(), 10u);
}

TEST_F(ScheduleTest, WaitsAreKeptUnderEveryPlan) {
  for (int seed = 0; seed < 100; ++seed) {
    Stream& a = stream();
    Stream& b = stream(StreamKind::kBlocking);
    const std::string order = run(std::to_string(seed), [&](ScheduleTest&) {
      enqueue(a, 'a');
      b.enqueue_wait(a.record());
      enqueue(b, 'b');
      a.enqueue_wait(b.record());
      enqueue(a, 'A');
      enqueue(context->legacy(), 'l');
      enqueue(b, 'B');
    });
    EXPECT_EQ(std::string(order).erase(order.find('A'), 1), "ablB") << seed;
    EXPECT_GT(order.find('A'), order.find('b'));
    context->destroy_stream(&a);
    context->destroy_stream(&b);
  }
}

TEST_F(ScheduleTest, AHostThatWaitsGetsWhatItWaitsFor) {
  for (int seed = 0; seed < 50; ++seed) {
    Stream& a = stream();
    Stream& b = stream();
    const std::string order = run(std::to_string(seed), [&](ScheduleTest&) {
      enqueue(a, 'a');
      enqueue(b, 'b');
      a.synchronize();
      host('1');
    });
    EXPECT_LT(order.find('a'), order.find('1'));
    context->destroy_stream(&a);
    context->destroy_stream(&b);
  }
}

TEST_F(ScheduleTest, WhoAsksAgainAndAgainGetsAnAnswer) {
  Stream& a = stream();
  unsigned questions = 0;
  run("at:" + next_of(a), [&](ScheduleTest&) {
    enqueue(a, 'a');
    while (!a.query()) ++questions;
    host('1');
  });
  EXPECT_EQ(order_, "a1");
  EXPECT_EQ(questions, 7u);  // the eighth is answered
  context->destroy_stream(&a);
}

TEST_F(ScheduleTest, HostFunctionsAreOperationsToo) {
  Stream& a = stream();
  const auto body = [&](ScheduleTest&) {
    enqueue_host(a, [this](Code) { order_ += in_host_function() ? 'h' : 'x'; });
    host('1');
  };
  EXPECT_EQ(run("at:", body), "h1");
  EXPECT_EQ(run("at:" + next_of(a), body), "1h");
  context->destroy_stream(&a);
}

TEST_F(ScheduleTest, AnOperationThatWaitsForTheHostIsLeftRunning) {
  Stream& a = stream();
  std::atomic<bool> go{false};
  std::atomic<bool> has_ended{false};
  run("at:", [&](ScheduleTest&) {
    enqueue_host(a, [&](Code) {
      while (!go.load()) std::this_thread::yield();
      has_ended = true;
    });
    EXPECT_FALSE(has_ended);
    go = true;
    a.synchronize();
  });
  EXPECT_TRUE(has_ended);
  context->destroy_stream(&a);
}

TEST_F(ScheduleTest, AHostThatOnlyLooksAtMemoryGetsThere) {
  Stream& a = stream();
  std::atomic<bool> seen{false};
  run("at:" + next_of(a), [&](ScheduleTest&) {
    enqueue_one(a, [&] { seen = true; });
    EXPECT_FALSE(seen);
    while (!seen.load()) std::this_thread::yield();
  });
  context->destroy_stream(&a);
}

/// Two host threads that come as fast as they can, to the same stream.
class TwoHostsTest : public ScheduleTest {
 protected:
  void call_three_times(Stream& to, char letter) {
    for (int i = 0; i < 3; ++i) {
      current_schedule()->call_entered("", nullptr);
      enqueue(to, letter, &ends_);
      current_schedule()->call_left("", 0);
    }
  }
  std::string run_hosts(const std::string& plan) {
    Stream& both = stream();
    const std::string order = run(plan, [&](ScheduleTest&) {
      std::thread first([&] { call_three_times(both, 'a'); });
      std::thread second([&] { call_three_times(both, 'b'); });
      first.join();
      second.join();
    });
    context->destroy_stream(&both);
    return order;
  }
};

TEST_F(TwoHostsTest, TheOlderOneComesFirst) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run_hosts("at:"), "aaabbb");
}

TEST_F(TwoHostsTest, OneThatIsPutOffStaysBehind) {
  EXPECT_EQ(run_hosts("at:h1.1"), "bbbaaa");
  EXPECT_EQ(run_hosts("at:h1.2"), "abbbaa");  // its second point is the end of its first call
  EXPECT_EQ(run_hosts("at:h1.2,h2.4"), "abbaab");
}

TEST_F(TwoHostsTest, TheSamePlanIsTheSameOrderOfHosts) {
  std::set<std::string> orders;
  for (int seed = 0; seed < 20; ++seed) {
    const std::string plan = std::to_string(seed);
    const std::string order = run_hosts(plan);
    EXPECT_EQ(order, run_hosts(plan));
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 3u);
}

TEST_F(TwoHostsTest, WhoWaitsForTheOtherOneDoesNotHoldItUp) {
  Stream& both = stream();
  const auto body = [&](ScheduleTest&) {
    std::atomic<std::uint32_t> word{0};
    std::thread first([&] {
      while (word.load() == 0) platform::futex_wait(word, 0);
      call_three_times(both, 'a');
    });
    std::thread second([&] {
      call_three_times(both, 'b');
      word.store(1);
      platform::futex_wake(&word, 1);
      call_three_times(both, 'B');
    });
    first.join();
    second.join();
  };
  // Who was woken has come before the other one's next call is decided about.
  EXPECT_EQ(run("at:", body), "bbbBBBaaa");
  EXPECT_EQ(run("at:h1.7", body), "bbbaaaBBB");
  context->destroy_stream(&both);
}

TEST_F(ScheduleTest, SeveralHostThreadsComeThrough) {
  std::atomic<unsigned> ran{0};
  for (int seed = 0; seed < 10; ++seed) {
    set_plan(std::to_string(seed));
    std::vector<std::thread> hosts;
    for (int h = 0; h < 3; ++h) {
      hosts.emplace_back([&] {
        Stream& own = *context->create_stream(StreamKind::kBlocking, 0);
        for (int i = 0; i < 20; ++i) {
          enqueue_one(own, [&] { ran.fetch_add(1); });
          if (i % 7 == 0) own.synchronize();
          if (i % 5 == 0) enqueue_one(context->legacy(), [&] { ran.fetch_add(1); });
        }
        own.synchronize();
        context->destroy_stream(&own);
      });
    }
    for (std::thread& host : hosts) host.join();
    context->synchronize();
  }
  EXPECT_EQ(ran, 10u * 3 * 24);
}

TEST_F(ScheduleTest, FaultsAndEndsOfStreamsAreAsEver) {
  Stream& a = stream();
  run("at:" + next_of(a), [&](ScheduleTest&) {
    enqueue_range(a, 4, [](std::uint64_t, std::uint64_t) { return Code::kIllegalAddress; });
    enqueue(a, 'x');
    context->destroy_stream(&a);
  });
  EXPECT_EQ(order_, "");
  EXPECT_EQ(context->fault(), Code::kIllegalAddress);
}

}  // namespace
}  // namespace riffle::engine
