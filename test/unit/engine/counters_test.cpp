// SPDX-License-Identifier: Apache-2.0
// Counts of rare events: a wrong policy shows here long before it shows in a time.
#include "runtime/engine/counters.h"

#include <chrono>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "platform/clock.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/record_time.h"

namespace riffle::engine {
namespace {

class CountersTest : public EngineTest {
 protected:
  void SetUp() override {
    if (is_scheduled()) GTEST_SKIP() << "a schedule has neither workers nor keeper";
    EngineTest::SetUp();
  }
};

#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
TEST_F(CountersTest, ALaunchAndSyncLoopWakesNobody) {
  Stream& s = stream();
  Cost cost;
  const RangeOperation operation{
      .run = [](const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; },
      .cost = &cost};
  const Counters& count = counters();
  const auto wakes = count.keeper_wakes + count.worker_wakes;
  const auto stale = count.stale_pops.load();
  const auto adds = count.adds.load();
  constexpr int kLaunches = 1'000'000;
  const std::int64_t start_ns = platform::now_ns();
  for (int i = 0; i < kLaunches; ++i) {
    s.enqueue(operation, [](void*) {});
    s.synchronize();
  }
  // A host that loses its core between launch and wait leaves its stream to a worker, rightly.
  const auto elapsed_ms = static_cast<std::uint64_t>((platform::now_ns() - start_ns) / 1'000'000);
  EXPECT_LT(count.keeper_wakes + count.worker_wakes - wakes, kLaunches / 1000u + elapsed_ms);
  // The stream is pushed again only after the keeper, or a polling worker, dropped its entry.
  EXPECT_LT(count.stale_pops.load() - stale, kLaunches / 20u);
  EXPECT_EQ(count.adds.load(), adds);
}
#endif

TEST_F(CountersTest, TheKeeperLeavesTheCoresToHostFunctions) {
  Stream& s = stream();
  const Counters& count = counters();
  const auto looks = count.naps + count.dozes;
  constexpr int kFunctions = 50;
  for (int i = 0; i < kFunctions; ++i) {
    // As long as an inference of a small network, whose threads would wait for one that the keeper has taken the core from.
    enqueue_host(s, [](Code) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
    s.synchronize();
  }
  EXPECT_LT(count.naps + count.dozes - looks, 8u * kFunctions);
}

TEST_F(CountersTest, HostFunctionsDoNotWakeWithoutEnd) {
  // A stream that only a worker may run is handed to one; nobody passes it round.
  Stream& s = stream();
  const Counters& count = counters();
  const auto wakes = count.worker_wakes.load();
  constexpr int kFunctions = 200;
  for (int i = 0; i < kFunctions; ++i) {
    enqueue_host(s, [](Code) {});
    s.synchronize();
  }
  EXPECT_LE(count.worker_wakes.load() - wakes, 3u * kFunctions);
}

/// Sees each operation enqueued, started, finished, in this order and once.
class OrderObserver final : public Observer {
 public:
  void enqueued(const OperationNotice& notice) noexcept override {
    if (notice.stream_id != watched) return;
    if (notice.ticket != ++enqueued_) ++mistakes;
    kinds.push_back(notice.kind);
  }
  void started(const OperationNotice& notice) noexcept override {
    if (notice.stream_id != watched) return;
    if (notice.ticket != ++started_ || Moment{notice.timeline, notice.ticket}.is_complete())
      ++mistakes;
  }
  void finished(const OperationNotice& notice) noexcept override {
    if (notice.stream_id != watched) return;
    if (notice.ticket != ++finished_ || started_ != finished_) ++mistakes;
  }

  std::uint64_t watched = 0;
  Ticket first = 0;
  std::atomic<int> mistakes{0};
  std::vector<OperationKind> kinds;
  Ticket enqueued_ = 0;
  Ticket started_ = 0;
  Ticket finished_ = 0;
};

TEST_F(CountersTest, ObserverSeesEachOperationInOrder) {
  static OrderObserver observer;
  Stream& s = stream();
  Stream& other = stream();
  observer.watched = s.id();
  observer.kinds.clear();
  observer.enqueued_ = observer.started_ = observer.finished_ = s.record().ticket;
  add_observer(observer);
  RecordTime* const clock = RecordTime::take();
  std::atomic<bool> open{false};
  enqueue_host(other, [&](Code) {
    while (!open.load()) __builtin_ia32_pause();
  });
  enqueue_one(s, [] {});
  s.enqueue_wait(other.record());
  enqueue_host(s, [](Code) {});
  s.record(*clock);
  open = true;
  s.synchronize();
  remove_observers();
  clock->give_back();
  EXPECT_EQ(observer.mistakes, 0);
  EXPECT_EQ(observer.finished_, s.record().ticket);
  EXPECT_EQ(observer.kinds,
            (std::vector<OperationKind>{OperationKind::kRange, OperationKind::kWait,
                                        OperationKind::kHostFunction, OperationKind::kTimestamp}));
}

}  // namespace
}  // namespace riffle::engine
