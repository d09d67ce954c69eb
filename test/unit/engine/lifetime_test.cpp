// SPDX-License-Identifier: Apache-2.0
// Streams, contexts and threads that come and go: memory stays flat, stale moments stay complete,
// failures of the system are reported.
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "platform/fault_injection.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/observer.h"

namespace riffle::engine {
namespace {

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr int kRounds = 20'000;
#else
constexpr int kRounds = 300'000;
#endif

int rounds() { return is_scheduled() ? kRounds / 50 : kRounds; }

class LifetimeTest : public EngineTest {};

long resident_kib() {
  long pages = 0;
  long ignored = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld %ld", &ignored, &pages) != 2) pages = 0;
  if (file != nullptr) std::fclose(file);
  return pages * 4;
}

TEST_F(LifetimeTest, StreamsDestroyedWithWorkPending) {
  Stream& witness = stream();
  std::uint64_t sum = 0;  // plain: chained through waits
  [[maybe_unused]] long after_warming = 0;
  const int all = rounds();
  for (int i = 0; i < all; ++i) {
    Stream* const s = context->create_stream(
        i % 2 == 0 ? StreamKind::kBlocking : StreamKind::kNonBlocking, -(i % 3));
    s->enqueue_wait(witness.record());
    enqueue_one(*s, [&] { ++sum; });
    const Moment moment = s->record();
    context->destroy_stream(s);
    witness.enqueue_wait(moment);
    if (i % 64 == 0) wait_for(moment);
    if (i == all / 4) after_warming = resident_kib();
  }
  context->synchronize();
  EXPECT_EQ(sum, static_cast<std::uint64_t>(all));
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
  EXPECT_LT(resident_kib() - after_warming, 8 << 10);
#endif
}

TEST_F(LifetimeTest, StaleMomentsStayComplete) {
  std::vector<Moment> moments;
  for (int i = 0; i < 2000; ++i) {
    Stream* const s = context->create_stream(StreamKind::kNonBlocking, 0);
    enqueue_one(*s, [] {});
    moments.push_back(s->record());
    s->synchronize();
    context->destroy_stream(s);
    EXPECT_TRUE(moments[moments.size() / 2].is_complete());
  }
  Stream& last = stream();
  for (const Moment& moment : moments) {
    EXPECT_TRUE(moment.is_complete());
    wait_for(moment);
    last.enqueue_wait(moment);
  }
  EXPECT_TRUE(last.query());
}

TEST_F(LifetimeTest, TimelinesAreUsedAgain) {
  const auto recycled = counters().recycled.load();
  // Where every wait is kept, the legacy stream's wait for a blocking stream keeps that.
  const StreamKind kind = keeps_every_wait() ? StreamKind::kNonBlocking : StreamKind::kBlocking;
  for (int i = 0; i < 1000; ++i) {
    Stream* const s = context->create_stream(kind, 0);
    enqueue_one(*s, [] {});
    s->synchronize();
    context->destroy_stream(s);
    if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  for (int i = 0; i < 10'000 && counters().recycled.load() - recycled < 1000; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_GE(counters().recycled.load() - recycled, 1000u);
}

TEST_F(LifetimeTest, ContextsComeAndGo) {
  for (int i = 0; i < 300; ++i) {
    const auto fresh = ContextStreams::create();
    ASSERT_NE(fresh, nullptr);
    EXPECT_EQ(fresh->fault(), Code::kOk);
    int value = 0;
    Stream& s = *fresh->create_stream(StreamKind::kBlocking, 0);
    enqueue_one(s, [&] { ++value; });
    enqueue_one(fresh->legacy(), [&] { value *= 2; });
    enqueue_one(s, [&] { ++value; });
    fresh->synchronize();
    EXPECT_EQ(value, 3);
    fresh->raise(Code::kAssert);
  }
}

TEST_F(LifetimeTest, ContextEndsAfterItsWork) {
  std::atomic<int> done{0};
  for (int i = 0; i < 50; ++i) {
    const auto fresh = ContextStreams::create();
    for (int k = 0; k < 4; ++k) {
      Stream& s = *fresh->create_stream(StreamKind::kNonBlocking, 0);
      enqueue_host(s, [&](Code) { ++done; });
    }
  }
  EXPECT_EQ(done, 200);
}

TEST_F(LifetimeTest, HostThreadsComeAndGo) {
  Stream& s = stream();
  int value = 0;
  for (int i = 0; i < 100; ++i)
    std::thread([&] {
      enqueue_one(s, [&] { ++value; });
      s.synchronize();
    }).join();
  EXPECT_EQ(value, 100);
}

TEST_F(LifetimeTest, WithoutMemoryForAStackAHostStillWaits) {
  Stream& s = stream();
  std::thread([&] {
    platform::refuse_requests(platform::Request::kPages, 1, 1000);
    int value = 0;
    enqueue_one(s, [&] { value = 1; });
    s.synchronize();
    platform::refuse_requests(platform::Request::kPages, 0);
    EXPECT_EQ(value, 1);
  }).join();
}

TEST_F(LifetimeTest, OutOfMemoryLeavesStreamsUsable) {
  std::atomic<bool> open{false};
  std::array<std::uint64_t, 8> ran{};
  std::array<std::uint64_t, 8> accepted{};
  std::array<Stream*, 8> streams{};
  for (auto& s : streams) {
    s = &stream();
    enqueue_host(*s, [&](Code) {
      while (!open.load()) std::this_thread::sleep_for(std::chrono::microseconds(100));
    });
  }
  RangeOperation operation;
  operation.payload_bytes = 512;
  operation.run = [](const void* payload, std::uint64_t, std::uint64_t) noexcept {
    ++**static_cast<std::uint64_t* const*>(payload);
    return Code::kOk;
  };
  const auto enqueue = [&](std::size_t i) {
    streams[i]->enqueue(operation,
                        [&](void* payload) { *static_cast<std::uint64_t**>(payload) = &ran[i]; });
    ++accepted[i];
  };
  bool refused = false;
  platform::refuse_requests(platform::Request::kPages, 1, 1'000'000);
  // Chunks that the pool still has serve some of them; each stream stays below its bound.
  for (std::size_t i = 0; i < streams.size() && !refused; ++i) {
    for (int k = 0; k < 20'000 && !refused; ++k) {
      try {
        enqueue(i);
      } catch (const std::bad_alloc&) {
        refused = true;
      }
    }
  }
  platform::refuse_requests(platform::Request::kPages, 0);
  EXPECT_TRUE(refused);
  for (std::size_t i = 0; i < streams.size(); ++i) enqueue(i);
  open = true;
  context->synchronize();
  EXPECT_EQ(ran, accepted);
}

}  // namespace
}  // namespace riffle::engine
