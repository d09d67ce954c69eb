// SPDX-License-Identifier: Apache-2.0
// Two observers; waits that are kept for those who want all declared order; what the host is told to have seen.
#include "runtime/engine/observer.h"

#include <atomic>
#include <vector>

#include "base/mutex.h"
#include "engine_fixture.h"

namespace riffle::engine {
namespace {

class Watcher final : public Observer {
 public:
  explicit Watcher(bool every_wait) : every_wait_(every_wait) {}
  [[nodiscard]] bool wants_every_wait() const noexcept override { return every_wait_; }
  void enqueued(const OperationNotice& notice) noexcept override {
    const MutexLock lock(mutex_);
    if (notice.kind == OperationKind::kWait) waits_.push_back(notice);
  }
  void started(const OperationNotice&) noexcept override {}
  void finished(const OperationNotice&) noexcept override { ++finishes; }
  void host_saw(Moment moment) noexcept override {
    const MutexLock lock(mutex_);
    seen_.push_back(moment);
  }
  void host_saw_all(const ContextStreams&) noexcept override { ++all_seen; }
  void refused_range(std::uintptr_t, std::uint64_t) noexcept override { ++refusals; }

  /// Waits of a stream for another since the last call.
  int waits(const Stream& stream, Timeline* awaited) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    int count = 0;
    for (const OperationNotice& wait : waits_)
      if (wait.stream_id == stream.id() && wait.awaited.timeline == awaited) ++count;
    waits_.clear();
    return count;
  }
  bool has_seen(Moment moment) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    for (const Moment& each : seen_)
      if (each.timeline == moment.timeline && each.ticket == moment.ticket) return true;
    return false;
  }

  std::atomic<int> finishes{0};
  std::atomic<int> all_seen{0};
  std::atomic<int> refusals{0};

 private:
  const bool every_wait_;
  Mutex mutex_;
  std::vector<OperationNotice> waits_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<Moment> seen_ RIFFLE_GUARDED_BY(mutex_);
};

class ObserverTest : public EngineTest {
 protected:
  void TearDown() override {
    context->synchronize();
    remove_observers();
  }
};

TEST_F(ObserverTest, BothAreToldOfEverything) {
  static Watcher first(false);
  static Watcher second(false);
  add_observer(first);
  add_observer(second);
  Stream& s = stream();
  enqueue_one(s, [] {});
  s.synchronize();
  EXPECT_EQ(first.finishes, 1);
  EXPECT_EQ(second.finishes, 1);
  EXPECT_TRUE(first.has_seen(s.record()));
  EXPECT_TRUE(second.has_seen(s.record()));
  current_observer()->refused_range(4096, 1);
  EXPECT_EQ(first.refusals, 1);
  EXPECT_EQ(second.refusals, 1);
}

TEST_F(ObserverTest, AWaitForWhatIsCompleteIsKeptForThoseWhoWantIt) {
  if (is_scheduled()) GTEST_SKIP() << "a schedule wants every wait";
  static Watcher plain(false);
  Stream& a = stream();
  Stream& b = stream();
  add_observer(plain);
  enqueue_one(a, [] {});
  a.synchronize();
  b.enqueue_wait(a.record());
  EXPECT_EQ(plain.waits(b, a.record().timeline), 0);
  static Watcher all(true);
  add_observer(all);
  b.enqueue_wait(a.record());
  EXPECT_EQ(all.waits(b, a.record().timeline), 1);
  b.synchronize();
}

TEST_F(ObserverTest, TheLegacyRuleIsToldEvenWhenAllIsComplete) {
  static Watcher all(true);
  add_observer(all);
  Stream& s = stream(StreamKind::kBlocking);
  Stream& legacy = context->legacy();
  enqueue_one(s, [] {});
  s.synchronize();
  EXPECT_TRUE(legacy.query());  // which does not undo the duty to wait
  enqueue_one(legacy, [] {});
  EXPECT_EQ(all.waits(legacy, s.record().timeline), 1);
  legacy.synchronize();
  enqueue_one(s, [] {});
  EXPECT_EQ(all.waits(s, legacy.record().timeline), 1);
}

TEST_F(ObserverTest, WhatTheHostSees) {
  static Watcher watcher(true);
  add_observer(watcher);
  Stream& s = stream();
  enqueue_one(s, [] {});
  const Moment moment = s.record();
  while (!s.query()) {
  }
  EXPECT_TRUE(watcher.has_seen(moment));
  const int before = watcher.all_seen;
  context->synchronize();
  EXPECT_EQ(watcher.all_seen, before + 1);
}

}  // namespace
}  // namespace riffle::engine
