// SPDX-License-Identifier: Apache-2.0
// One stream at a time: order, payloads, host functions, timestamps, faults.
#include <array>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "platform/clock.h"
#include "platform/stack.h"
#include "runtime/engine/record_time.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

class StreamTest : public EngineTest {};

TEST_F(StreamTest, EmptyStreamIsComplete) {
  Stream& s = stream();
  EXPECT_TRUE(s.query());
  s.synchronize();
  EXPECT_TRUE(s.record().is_complete());
  EXPECT_TRUE(Moment{}.is_complete());
}

TEST_F(StreamTest, OperationsRunInOrder) {
  Stream& s = stream();
  std::vector<int> order;  // plain: the stream orders the accesses
  for (int i = 0; i < 5000; ++i) enqueue_one(s, [&order, i] { order.push_back(i); });
  s.synchronize();
  std::vector<int> expected(5000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
  EXPECT_TRUE(s.query());
}

TEST_F(StreamTest, TicketsGrowByOne) {
  Stream& s = stream();
  const Ticket first = enqueue_one(s, [] {});
  const Ticket second = enqueue_one(s, [] {});
  EXPECT_EQ(second, first + 1);
  const Moment moment = s.record();
  EXPECT_EQ(moment.ticket, second);
  wait_for(moment);
  EXPECT_TRUE(moment.is_complete());
}

struct Sized {
  std::uint32_t bytes;
  std::uint64_t sum;
};

// Every size class: inside one slot, over several, over a chunk's end, on the heap.
TEST_F(StreamTest, PayloadsOfAllSizesArriveWhole) {
  Stream& s = stream();
  static std::atomic<int> wrong;
  static std::atomic<int> released;
  wrong = 0;
  released = 0;
  int count = 0;
  for (int round = 0; round < 20; ++round) {
    for (const std::uint32_t bytes :
         {16u, 17u, 80u, 81u, 200u, 1000u, 1024u, 1025u, 4096u, 32764u}) {
      RangeOperation operation;
      operation.payload_bytes = bytes;
      operation.run = [](const void* payload, std::uint64_t, std::uint64_t) noexcept {
        const auto* const byte = static_cast<const unsigned char*>(payload);
        std::uint32_t size = 0;
        std::memcpy(&size, byte, sizeof size);
        for (std::uint32_t i = sizeof size; i < size; ++i)
          if (byte[i] != static_cast<unsigned char>(size + i)) ++wrong;
        return Code::kOk;
      };
      operation.release = [](const void*) noexcept { ++released; };
      s.enqueue(operation, [bytes](void* payload) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(payload) % 16, 0u);
        auto* const byte = static_cast<unsigned char*>(payload);
        std::memcpy(byte, &bytes, sizeof bytes);
        for (std::uint32_t i = sizeof bytes; i < bytes; ++i)
          byte[i] = static_cast<unsigned char>(bytes + i);
      });
      ++count;
    }
  }
  s.synchronize();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(released, count);
}

TEST_F(StreamTest, EveryUnitRunsOnce) {
  Stream& s = stream();
  Cost cost;
  for (const std::uint64_t units : {0u, 1u, 2u, 7u, 1000u, 100'000u}) {
    std::vector<std::uint8_t> runs(units);
    for (int launch = 0; launch < 3; ++launch)
      enqueue_range(
          s, units,
          [&runs](std::uint64_t first, std::uint64_t end) {
            for (std::uint64_t i = first; i < end; ++i) ++runs[i];
            return Code::kOk;
          },
          &cost);
    s.synchronize();
    EXPECT_EQ(runs, std::vector<std::uint8_t>(units, 3)) << units;
  }
}

TEST_F(StreamTest, CostIsLearned) {
  Stream& s = stream();
  Cost cost;
  enqueue_one(
      s,
      [] {
        const auto start = platform::now_ns();
        while (platform::now_ns() - start < 20'000) {
        }
      },
      &cost);
  s.synchronize();
  EXPECT_GE(cost.picoseconds_per_unit.load(), 10'000'000u);
}

// Blocks may run for seconds; 32 bits hold four milliseconds.
TEST_F(StreamTest, CostOfLongUnitsIsLearned) {
  Stream& s = stream();
  Cost cost;
  enqueue_one(s, [] { std::this_thread::sleep_for(std::chrono::milliseconds(6)); }, &cost);
  s.synchronize();
  EXPECT_GE(cost.picoseconds_per_unit.load(), 6'000'000'000u);
  EXPECT_GE(cost.picoseconds(10), 60'000'000'000u);
  EXPECT_EQ(cost.picoseconds(std::uint64_t{1} << 60), Cost::kMost);
}

TEST_F(StreamTest, OperationsRunOnAGuardedStack) {
  Stream& s = stream();
  platform::StackRange range;
  enqueue_one(s, [&] { range = platform::current_stack(); });
  s.synchronize();
  EXPECT_TRUE(range.is_known());
  EXPECT_LT(range.guard, range.low);
}

TEST_F(StreamTest, AThreadWithATinyStackMayWait) {
  Stream& s = stream();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  pthread_attr_setstacksize(&attributes, 256 << 10);
#else
  pthread_attr_setstacksize(&attributes, 16 << 10);
#endif
  pthread_t thread;
  static bool done;
  done = false;
  const auto body = [](void* stream) -> void* {
    auto& tiny = *static_cast<Stream*>(stream);
    enqueue_one(tiny, [] {
      volatile char large[100 << 10];
      for (std::size_t i = 0; i < sizeof large; i += 512) large[i] = 1;
      done = true;
    });
    tiny.synchronize();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &s), 0);
  pthread_join(thread, nullptr);
  EXPECT_TRUE(done);
}

TEST_F(StreamTest, HostFunctionRunsOnAWorkerInOrder) {
  Stream& s = stream();
  std::vector<int> order;
  std::thread::id runner;
  bool inside = false;
  enqueue_one(s, [&] { order.push_back(1); });
  enqueue_host(s, [&](Code status) {
    EXPECT_EQ(status, Code::kOk);
    order.push_back(2);
    runner = std::this_thread::get_id();
    inside = in_host_function();
  });
  enqueue_one(s, [&] { order.push_back(3); });
  s.synchronize();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  EXPECT_NE(runner, std::this_thread::get_id());
  EXPECT_TRUE(inside);
  EXPECT_FALSE(in_host_function());
}

TEST_F(StreamTest, TimestampsAreOrderedAndBounded) {
  Stream& s = stream();
  RecordTime& before = *RecordTime::take();
  RecordTime& after = *RecordTime::take();
  const std::int64_t start = platform::now_ns();
  s.record(before);
  enqueue_one(s, [] {
    const auto begin = platform::now_ns();
    while (platform::now_ns() - begin < 200'000) {
    }
  });
  const Moment end = s.record(after);
  s.synchronize();
  EXPECT_TRUE(end.is_complete());
  constexpr std::int64_t kResolution = 16;
  EXPECT_GE(after.ns_since(before), 200'000 - kResolution);
  EXPECT_LE(after.ns_since(before), platform::now_ns() - start + kResolution);
  EXPECT_EQ(before.ns_since(after), -after.ns_since(before));
  before.give_back();
  after.give_back();
}

TEST(RecordTimeTest, OnlyTheNewestRecordCounts) {
  RecordTime& first = *RecordTime::take();
  RecordTime& second = *RecordTime::take();
  second.reach(second.begin(), 1'000'000);
  const RecordTime::Record old = first.begin();
  const RecordTime::Record newest = first.begin();
  first.reach(newest, 3'000'000);
  first.reach(old, 9'000'000);  // its stream was slower
  EXPECT_EQ(first.ns_since(second), 2'000'000);
  first.give_back();
  second.give_back();
}

TEST(RecordTimeTest, AnEndedEventsPendingRecordLeavesTheNextOneAlone) {
  RecordTime& ended = *RecordTime::take();
  const RecordTime::Record pending = ended.begin();
  ended.give_back();
  RecordTime& next = *RecordTime::take();
  ASSERT_EQ(&next, &ended);
  RecordTime& zero = *RecordTime::take();
  zero.reach(zero.begin(), 1 << 20);
  const RecordTime::Record own = next.begin();
  next.reach(pending, 7 << 20);
  next.reach(own, 3 << 20);
  EXPECT_EQ(next.ns_since(zero), 2 << 20);
  next.give_back();
  zero.give_back();
}

TEST_F(StreamTest, IdsAreNeverReused) {
  Stream& first = stream();
  const auto id = first.id();
  context->destroy_stream(&first);
  for (int i = 0; i < 100; ++i) {
    Stream& next = stream();
    EXPECT_NE(next.id(), id);
    context->destroy_stream(&next);
  }
}

TEST_F(StreamTest, PropertiesAreKept) {
  Stream& s = stream(StreamKind::kBlocking, -3);
  EXPECT_EQ(s.kind(), StreamKind::kBlocking);
  EXPECT_EQ(s.priority(), -3);
  s.set_priority(-9);
  EXPECT_EQ(s.priority(), -5);
  s.set_priority(4);
  EXPECT_EQ(s.priority(), 0);
  EXPECT_EQ(&s.context(), context.get());
  EXPECT_EQ(context->legacy().kind(), StreamKind::kLegacy);
}

TEST_F(StreamTest, IdleStreamCostsAtMostFourKiB) { EXPECT_LE(sizeof(Timeline), 4096u); }

TEST_F(StreamTest, FaultIsStickyAndSkipsLaterKernels) {
  Stream& s = stream();
  static std::atomic<int> releases;
  releases = 0;
  int ran = 0;
  int launch_host = 0;
  Code callback_status = Code::kOk;
  struct Counted {
    int* ran;
    ~Counted() { ++releases; }
  };
  const auto counted = [&] {
    return [c = std::make_shared<Counted>(&ran)](std::uint64_t, std::uint64_t) {
      ++*c->ran;
      return Code::kOk;
    };
  };
  enqueue_range(s, 1, counted());
  enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kIllegalAddress; });
  enqueue_range(s, 1, counted());
  enqueue_host(s, [&](Code status) { callback_status = status; }, true);
  s.enqueue_host_function([](void* count, Code) { ++*static_cast<int*>(count); }, &launch_host,
                          false);
  enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kAssert; });
  s.synchronize();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(releases, 2);
  EXPECT_EQ(launch_host, 0);
  EXPECT_EQ(callback_status, Code::kIllegalAddress);
  EXPECT_EQ(context->fault(), Code::kIllegalAddress);

  // Another context does not notice.
  const auto other = ContextStreams::create();
  EXPECT_EQ(other->fault(), Code::kOk);
  int alive = 0;
  enqueue_one(*other->create_stream(StreamKind::kNonBlocking, 0), [&] { alive = 1; });
  other->synchronize();
  EXPECT_EQ(alive, 1);
}

TEST_F(StreamTest, TheFirstFaultOfAContextIsToldOnce) {
  static std::vector<Code> told;
  told.clear();
  const auto listening =
      ContextStreams::create([](ContextStreams&, Code fault) noexcept { told.push_back(fault); });
  Stream& s = *listening->create_stream(StreamKind::kNonBlocking, 0);
  enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kLaunchOutOfResources; });
  s.synchronize();
  EXPECT_TRUE(told.empty()) << "the context goes on";
  enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kIllegalAddress; });
  enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kAssert; });
  s.synchronize();
  listening->raise(Code::kLaunchFailure);
  EXPECT_EQ(told, std::vector<Code>{Code::kIllegalAddress});
}

TEST_F(StreamTest, FaultInOneChunkEndsTheOperation) {
  Stream& s = stream();
  enqueue_range(s, 10'000, [](std::uint64_t first, std::uint64_t end) {
    return first <= 50 && 50 < end ? Code::kAssert : Code::kOk;
  });
  s.synchronize();
  EXPECT_EQ(context->fault(), Code::kAssert);
}

TEST_F(StreamTest, RaisedFaultCountsAsFirst) {
  context->raise(Code::kLaunchFailure);
  context->raise(Code::kAssert);
  EXPECT_EQ(context->fault(), Code::kLaunchFailure);
}

TEST_F(StreamTest, WantOfMemoryEndsOneOperationAndIsToldOnce) {
  Stream& s = stream();
  int ran = 0;
  enqueue_range(s, 1, [](std::uint64_t, std::uint64_t) { return Code::kLaunchOutOfResources; });
  enqueue_one(s, [&] { ++ran; });
  s.synchronize();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(context->fault(), Code::kOk);
  EXPECT_EQ(context->take_report(), Code::kLaunchOutOfResources);
  EXPECT_EQ(context->take_report(), Code::kOk);

  context->raise(Code::kLaunchOutOfResources);
  context->raise(Code::kAssert);  // worse, and for good
  EXPECT_EQ(context->take_report(), Code::kAssert);
  context->raise(Code::kLaunchOutOfResources);
  EXPECT_EQ(context->take_report(), Code::kAssert);
}

TEST_F(StreamTest, SeveralHostsEnqueueOnOneStream) {
  Stream& s = stream();
  std::uint64_t sum = 0;  // plain
  constexpr int kEach = 3000;
  std::array<std::thread, 3> hosts;
  for (std::thread& host : hosts)
    host = std::thread([&] {
      for (int i = 0; i < kEach; ++i) {
        enqueue_one(s, [&sum] { ++sum; });
        if (i % 100 == 0) s.synchronize();
      }
    });
  for (auto& host : hosts) host.join();
  s.synchronize();
  EXPECT_EQ(sum, 3u * kEach);
}

}  // namespace
}  // namespace riffle::engine
