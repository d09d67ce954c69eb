// SPDX-License-Identifier: Apache-2.0
// Promised progress: what blocks or spins never keeps other streams' ready work from starting, and
// a host that waits is never caught in foreign work. Each test ends, or its time limit does.
#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "platform/clock.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"

namespace riffle::engine {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

class ProgressTest : public EngineTest {
 protected:
  void spin_until(const std::atomic<bool>& flag) {
    while (!flag.load(std::memory_order_acquire)) {
#if __has_feature(thread_sanitizer)
      std::this_thread::yield();
#else
      __builtin_ia32_pause();
#endif
    }
  }
};

TEST_F(ProgressTest, WorkStartsWhileTheHostOnlyPolls) {
  Stream& s = stream();
  for (const int rest_us : {0, 30, 200, 1500, 6000})
    for (int round = 0; round < 5; ++round) {
      std::this_thread::sleep_for(microseconds(rest_us));
      std::atomic<bool> flag{false};
      const auto start = platform::now_ns();
      enqueue_one(s, [&] { flag.store(true, std::memory_order_release); });
      spin_until(flag);
      if (round == 0)
        std::printf("after %d us: started within %ld us\n", rest_us,
                    (platform::now_ns() - start) / 1000);
      s.synchronize();
    }
}

TEST_F(ProgressTest, WorkStartsWhereAHostThatAlwaysWaitedOnlyPolls) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule has neither workers nor keeper";
  Stream& s = stream();
  const auto undisturbed = counters().undisturbed.load();
  while (counters().undisturbed == undisturbed) {
    for (int i = 0; i < 10; ++i) {
      enqueue_one(s, [] {});
      s.synchronize();
    }
    std::this_thread::sleep_for(milliseconds(6));  // for the keeper to doze off
    std::atomic<bool> flag{false};
    enqueue_one(s, [&] { flag.store(true, std::memory_order_release); });
    spin_until(flag);
    s.synchronize();
  }
}

TEST_F(ProgressTest, OnlyHostsThatRunTheirWorkLeaveTheKeeperAlone) {
  Stream& s = stream();
  const auto undisturbed = counters().undisturbed.load();
  // A thread of its own: this one may have the habit from a test before.
  std::thread([&] {
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(milliseconds(4));
      std::atomic<bool> flag{false};
      enqueue_one(s, [&] { flag.store(true, std::memory_order_release); });
      spin_until(flag);
      s.synchronize();  // finds it done, or run by another
    }
  }).join();
  EXPECT_EQ(counters().undisturbed, undisturbed);
}

TEST_F(ProgressTest, TheKeeperRestsWhileAllWorkersRunWhatEnds) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule has neither workers nor keeper";
  const WorkerPool& pool = engine_state().workers;
  std::atomic<bool> flag{false};
  std::atomic<unsigned> running{0};
  Cost cost;
  cost.ends = true;
  const unsigned operations = pool.threads() + 1;  // the last one is ready all the time
  for (unsigned i = 0; i < operations; ++i) {
    enqueue_one(
        stream(),
        [&] {
          ++running;
          spin_until(flag);
        },
        &cost);
  }
  while (running < pool.threads()) std::this_thread::yield();
  const auto naps = counters().naps.load();
  const auto rests = counters().rests.load();
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_GT(counters().rests, rests);
  EXPECT_LT(counters().naps, naps + 200);  // five times as many without
  flag.store(true, std::memory_order_release);
  context->synchronize();
}

TEST_F(ProgressTest, WorkStartsWhileTheHostPollsAfterAllWorkersWereBusy) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule has neither workers nor keeper";
  const unsigned busy = engine_state().workers.threads() + 1;
  Cost cost;
  cost.ends = true;
  for (const int rest_us : {0, 40, 100, 300}) {
    for (int round = 0; round < 5; ++round) {
      std::atomic<unsigned> ended{0};
      for (unsigned i = 0; i < busy; ++i) {
        enqueue_one(
            stream(),
            [&] {
              std::this_thread::sleep_for(milliseconds(1));
              ++ended;
            },
            &cost);
      }
      while (ended < busy) std::this_thread::yield();
      std::this_thread::sleep_for(microseconds(rest_us));
      std::atomic<bool> flag{false};
      enqueue_one(stream(), [&] { flag.store(true, std::memory_order_release); }, &cost);
      spin_until(flag);
      context->synchronize();
    }
  }
}

TEST_F(ProgressTest, KernelsMaySpinOnALaterStreamsStore) {
  std::atomic<bool> flag{false};
  constexpr int kSpinners = 5;  // more than cores
  std::vector<Stream*> spinners;
  for (int i = 0; i < kSpinners; ++i) {
    spinners.push_back(&stream());
    enqueue_one(*spinners.back(), [&] { spin_until(flag); });
  }
  Stream& later = stream();
  enqueue_one(later, [&] { flag.store(true, std::memory_order_release); });
  for (Stream* const spinner : spinners) spinner->synchronize();
}

TEST_F(ProgressTest, HostFunctionsMayWaitForOtherStreams) {
  std::atomic<bool> flag{false};
  constexpr int kBlocked = 6;
  for (int i = 0; i < kBlocked; ++i)
    enqueue_host(stream(), [&](Code) {
      while (!flag.load(std::memory_order_acquire)) std::this_thread::sleep_for(microseconds(100));
    });
  Stream& later = stream();
  enqueue_host(later, [&](Code) { flag.store(true, std::memory_order_release); });
  context->synchronize();
}

TEST_F(ProgressTest, AddedWorkersRetire) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule has neither workers nor keeper";
  WorkerPool& pool = engine_state().workers;
  std::atomic<bool> flag{false};
  const auto adds = counters().adds.load();
  const unsigned held = pool.threads() + 4;  // an earlier test may have left some
  for (unsigned i = 0; i < held; ++i)
    enqueue_host(stream(), [&](Code) {
      while (!flag.load(std::memory_order_acquire)) std::this_thread::sleep_for(microseconds(100));
    });
  Stream& later = stream();
  enqueue_host(later, [&](Code) { flag.store(true, std::memory_order_release); });
  context->synchronize();
  EXPECT_GT(counters().adds.load(), adds);
  // They go when they find nothing to do; each needs a look at the queue for that.
  for (int i = 0; i < 2000 && pool.threads() > pool.wanted() + 1; ++i) {
    for (unsigned k = 0; k < held; ++k) enqueue_host(stream(), [](Code) {});
    context->synchronize();
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_LE(pool.threads(), pool.wanted() + 1);
}

TEST_F(ProgressTest, AWaitingHostDoesNotRunForeignKernels) {
  // A persistent kernel polls a flag that this host sets only after its wait.
  Stream& persistent = stream();
  Stream& other = stream();
  std::atomic<bool> flag{false};
  enqueue_one(persistent, [&] { spin_until(flag); });
  for (int i = 0; i < 100; ++i) {
    enqueue_one(other, [] {});
    other.synchronize();
  }
  flag.store(true, std::memory_order_release);
  persistent.synchronize();
}

TEST_F(ProgressTest, AWaitingHostFollowsWaitsButStopsAtItsTicket) {
  Stream& a = stream();
  Stream& b = stream();
  std::atomic<bool> flag{false};
  enqueue_one(a, [] {});
  b.enqueue_wait(a.record());
  enqueue_one(b, [] {});
  const Moment moment = b.record();
  enqueue_one(a, [&] { spin_until(flag); });  // foreign to the moment
  enqueue_one(b, [&] { spin_until(flag); });
  wait_for(moment);
  flag.store(true, std::memory_order_release);
  context->synchronize();
}

TEST_F(ProgressTest, ABlockMayWaitForALaterBlockOfItsGrid) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule runs each operation on one thread";
  // Two blocks always fit on a device, so programs rely on it.
  Stream& s = stream();
  std::atomic<bool> flag{false};
  enqueue_range(s, 2, [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t unit = first; unit < end; ++unit) {
      if (unit == 0)
        spin_until(flag);
      else
        flag.store(true, std::memory_order_release);
    }
    return Code::kOk;
  });
  s.synchronize();
}

TEST_F(ProgressTest, APinnedHostThreadPinsNobody) {
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    Stream& s = stream();
    std::atomic<bool> flag{false};
    enqueue_one(s, [&] { flag.store(true, std::memory_order_release); });
    spin_until(flag);
    s.synchronize();
  }).join();
}

TEST_F(ProgressTest, WorkStartsBesideBusyNeighbours) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> neighbours;
  for (int i = 0; i < 2; ++i) neighbours.emplace_back([&] { spin_until(stop); });
  Stream& s = stream();
  for (int round = 0; round < 20; ++round) {
    std::atomic<bool> flag{false};
    enqueue_one(s, [&] { flag.store(true, std::memory_order_release); });
    spin_until(flag);
    s.synchronize();
    std::this_thread::sleep_for(milliseconds(round % 4));
  }
  stop.store(true, std::memory_order_release);
  for (auto& neighbour : neighbours) neighbour.join();
}

TEST_F(ProgressTest, EnqueueWaitsWhenTooMuchPends) {
  // 16 MiB of pending operations are the bound; the host helps once it has to wait.
  Stream& s = stream();
  std::uint64_t ran = 0;
  constexpr std::uint64_t kMany = 400'000;
  RangeOperation operation;
  operation.payload_bytes = 200;
  operation.run = [](const void* payload, std::uint64_t, std::uint64_t) noexcept {
    ++**static_cast<std::uint64_t* const*>(payload);
    return Code::kOk;
  };
  for (std::uint64_t i = 0; i < kMany; ++i)
    s.enqueue(operation, [&](void* payload) { *static_cast<std::uint64_t**>(payload) = &ran; });
  s.synchronize();
  EXPECT_EQ(ran, kMany);
}

}  // namespace
}  // namespace riffle::engine
