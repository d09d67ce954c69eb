// SPDX-License-Identifier: Apache-2.0
// Order between streams: waits, moments, the legacy default stream, priorities.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "engine_fixture.h"

namespace riffle::engine {
namespace {

class OrderTest : public EngineTest {};

TEST_F(OrderTest, WaitHoldsLaterOperationsBack) {
  Stream& a = stream();
  Stream& b = stream();
  Gate gate(a);
  int value = 0;
  enqueue_one(a, [&] { value = 1; });
  b.enqueue_wait(a.record());
  int seen = -1;
  enqueue_one(b, [&] { seen = value; });
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_FALSE(b.query());
  gate.open();
  b.synchronize();
  EXPECT_EQ(seen, 1);
}

TEST_F(OrderTest, WaitBindsToTheMomentOfItsRecord) {
  Stream& a = stream();
  Stream& b = stream();
  enqueue_one(a, [] {});
  const Moment moment = a.record();
  Gate gate(a);  // later work of `a` does not matter
  b.enqueue_wait(moment);
  enqueue_one(b, [] {});
  b.synchronize();
  EXPECT_FALSE(a.query());
}

TEST_F(OrderTest, WaitForOwnStreamIsNoOperation) {
  Stream& a = stream();
  Gate gate(a);
  const Ticket before = a.record().ticket;
  a.enqueue_wait(a.record());
  EXPECT_EQ(a.record().ticket, before);
}

TEST_F(OrderTest, LongChainsOfWaitsEnd) {
  constexpr int kStreams = 300;
  std::vector<Stream*> streams;
  for (int i = 0; i < kStreams; ++i) streams.push_back(&stream());
  int value = 0;  // plain
  {
    Gate gate(*streams[0]);
    for (int i = 0; i < kStreams; ++i) {
      if (i > 0) streams[i]->enqueue_wait(streams[i - 1]->record());
      enqueue_one(*streams[i], [&value, i] {
        EXPECT_EQ(value, i);
        value = i + 1;
      });
    }
  }
  streams.back()->synchronize();
  EXPECT_EQ(value, kStreams);
}

TEST_F(OrderTest, ManyWaitersOfOneMoment) {
  Stream& a = stream();
  std::vector<Stream*> streams;
  std::atomic<int> done{0};
  int value = 0;
  {
    Gate gate(a);
    enqueue_one(a, [&] { value = 7; });
    for (int i = 0; i < 50; ++i) {
      streams.push_back(&stream());
      streams.back()->enqueue_wait(a.record());
      enqueue_one(*streams.back(), [&] { done += value == 7; });
    }
  }
  context->synchronize();
  EXPECT_EQ(done, 50);
}

TEST_F(OrderTest, LegacyWaitsForBlockingStreamsOnly) {
  Stream& blocking = stream(StreamKind::kBlocking);
  Stream& free_running = stream(StreamKind::kNonBlocking);
  Gate held(free_running);
  int value = 0;
  {
    Gate gate(blocking);
    enqueue_one(blocking, [&] { value = 1; });
    enqueue_one(context->legacy(), [&] { EXPECT_EQ(value++, 1); });
    EXPECT_FALSE(context->legacy().query());
  }
  context->legacy().synchronize();
  EXPECT_EQ(value, 2);
  EXPECT_FALSE(free_running.query());
}

TEST_F(OrderTest, BlockingStreamWaitsForLegacy) {
  Stream& blocking = stream(StreamKind::kBlocking);
  Stream& free_running = stream(StreamKind::kNonBlocking);
  Gate gate(context->legacy());
  int value = 0;
  enqueue_one(context->legacy(), [&] { value = 1; });
  enqueue_one(blocking, [&] { EXPECT_EQ(value++, 1); });
  int ran = 0;
  enqueue_one(free_running, [&] { ran = 1; });
  free_running.synchronize();
  EXPECT_EQ(ran, 1);
  EXPECT_FALSE(blocking.query());
  gate.open();
  blocking.synchronize();
  EXPECT_EQ(value, 2);
}

TEST_F(OrderTest, QueryAndRecordOnLegacyCoverBlockingStreams) {
  Stream& blocking = stream(StreamKind::kBlocking);
  Gate gate(blocking);
  EXPECT_FALSE(context->legacy().query());
  const Moment moment = context->legacy().record();
  EXPECT_FALSE(moment.is_complete());
  gate.open();
  wait_for(moment);
  EXPECT_TRUE(blocking.query());
  EXPECT_TRUE(context->legacy().query());
}

TEST_F(OrderTest, RecordOnABlockingStreamCoversLegacyWork) {
  Stream& blocking = stream(StreamKind::kBlocking);
  Gate gate(context->legacy());
  const Moment moment = blocking.record();
  EXPECT_FALSE(moment.is_complete());
  gate.open();
  wait_for(moment);
  EXPECT_TRUE(context->legacy().query());
}

TEST_F(OrderTest, LegacyCoversDestroyedStreams) {
  Stream* const blocking = context->create_stream(StreamKind::kBlocking, 0);
  Gate gate(*blocking);
  int value = 0;
  enqueue_one(*blocking, [&] { value = 1; });
  context->destroy_stream(blocking);
  EXPECT_FALSE(context->legacy().query());
  enqueue_one(context->legacy(), [&] { EXPECT_EQ(value, 1); });
  gate.open();
  context->legacy().synchronize();
  EXPECT_EQ(value, 1);
}

TEST_F(OrderTest, LegacyRulesOfTwoContextsAreIndependent) {
  const auto other = ContextStreams::create();
  Gate gate(context->legacy());
  Stream& blocking = *other->create_stream(StreamKind::kBlocking, 0);
  int value = 0;
  enqueue_one(blocking, [&] { value = 1; });
  blocking.synchronize();
  other->legacy().synchronize();
  EXPECT_EQ(value, 1);
}

TEST_F(OrderTest, ContextSynchronizeCoversAllStreams) {
  std::atomic<int> done{0};
  for (int i = 0; i < 30; ++i) {
    Stream* const s =
        context->create_stream(i % 2 == 0 ? StreamKind::kBlocking : StreamKind::kNonBlocking, 0);
    for (int k = 0; k < 20; ++k) enqueue_one(*s, [&] { ++done; });
    enqueue_host(*s, [&](Code) { ++done; });
    if (i % 3 == 0) context->destroy_stream(s);
  }
  context->synchronize();
  EXPECT_EQ(done, 30 * 21);
}

// No operation of the legacy stream runs beside one of a blocking stream, whichever host asks for
// it.
TEST_F(OrderTest, LegacyAndBlockingWorkExcludeEachOther) {
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  constexpr int kEach = 15'000;
#else
  constexpr int kEach = 300'000;
#endif
  const int each = is_scheduled() ? kEach / 300 : kEach;
  static std::atomic<int> legacy_running;
  static std::atomic<int> blocking_running;
  static std::atomic<int> violations;
  legacy_running = blocking_running = violations = 0;
  static Cost cost;
  const RangeOperation legacy_work{.run =
                                       [](const void*, std::uint64_t, std::uint64_t) noexcept {
                                         legacy_running.fetch_add(1);
                                         if (blocking_running.load() != 0) ++violations;
                                         __builtin_ia32_pause();
                                         if (blocking_running.load() != 0) ++violations;
                                         legacy_running.fetch_sub(1);
                                         return Code::kOk;
                                       },
                                   .cost = &cost};
  const RangeOperation blocking_work{.run =
                                         [](const void*, std::uint64_t, std::uint64_t) noexcept {
                                           blocking_running.fetch_add(1);
                                           if (legacy_running.load() != 0) ++violations;
                                           __builtin_ia32_pause();
                                           if (legacy_running.load() != 0) ++violations;
                                           blocking_running.fetch_sub(1);
                                           return Code::kOk;
                                         },
                                     .cost = &cost};
  std::vector<Stream*> streams;
  for (int i = 0; i < 4; ++i) streams.push_back(&stream(StreamKind::kBlocking));
  std::vector<std::thread> hosts;
  for (int host = 0; host < 3; ++host)
    hosts.emplace_back([&, host] {
      for (int i = 0; i < each; ++i) {
        if ((i + host) % 3 == 0)
          context->legacy().enqueue(legacy_work, [](void*) {});
        else
          streams[static_cast<std::size_t>(i * 7 + host) % streams.size()]->enqueue(blocking_work,
                                                                                    [](void*) {});
        if (i % 512 == 0) streams[0]->synchronize();
        if (i % 700 == 0) context->legacy().synchronize();
      }
    });
  for (auto& host : hosts) host.join();
  context->synchronize();
  EXPECT_EQ(violations, 0);
}

// Every stream of the context, one that is made later and the legacy one too; another context's do not care.
TEST_F(OrderTest, AContextWaitsInAllItsStreams) {
  const std::unique_ptr<ContextStreams> other = ContextStreams::create();
  ASSERT_NE(other, nullptr);
  Stream& held = *other->create_stream(StreamKind::kNonBlocking, 0);
  Gate gate(held);
  std::atomic<bool> is_open{false};
  Stream& busy = stream();
  Stream& blocking = stream(StreamKind::kBlocking);
  context->enqueue_wait(held.record());
  Stream& later = stream();
  std::atomic<int> early{0};
  for (Stream* const each : {&busy, &blocking, &later, &context->legacy()})
    enqueue_one(*each, [&] { early += is_open ? 0 : 1; });
  Stream& elsewhere = *other->create_stream(StreamKind::kNonBlocking, 0);
  enqueue_one(elsewhere, [] {});
  elsewhere.synchronize();
  EXPECT_FALSE(busy.query());
  EXPECT_FALSE(blocking.query());
  EXPECT_FALSE(later.query());
  is_open = true;
  gate.open();
  context->synchronize();
  EXPECT_EQ(early, 0);
  // What is complete holds up nobody.
  context->enqueue_wait(held.record());
  EXPECT_TRUE(stream().query());
}

}  // namespace
}  // namespace riffle::engine
