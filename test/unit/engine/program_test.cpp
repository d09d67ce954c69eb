// SPDX-License-Identifier: Apache-2.0
// Programs: operations that run others, may go on elsewhere, and end at a fence.
#include "runtime/engine/program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "runtime/engine/engine.h"

namespace riffle::engine {
namespace {

class ProgramTest : public testing::Test {
 public:  // programs use it
  void SetUp() override {
    context_ = ContextStreams::create();
    ASSERT_NE(context_, nullptr);
    stream_ = context_->create_stream(StreamKind::kNonBlocking, 0);
    ASSERT_TRUE(fence_.create(*context_));
  }
  void TearDown() override {
    context_->synchronize();
    fence_.destroy();
  }

  struct Payload {
    ProgramTest* test;
    Stream* part;
  };
  void enqueue(ProgramFunction run, Stream* part = nullptr) {
    stream_->enqueue(
        ProgramOperation{.run = run, .fence = &fence_, .payload_bytes = sizeof(Payload)},
        [&](void* payload) { *static_cast<Payload*>(payload) = {this, part}; });
  }

  std::unique_ptr<ContextStreams> context_;
  Stream* stream_ = nullptr;
  Fence fence_;
  std::atomic<int> step_{0};
};

TEST_F(ProgramTest, WhatFollowsWaitsForTheFence) {
  enqueue([](Executor&, const void* payload) noexcept {
    static_cast<const Payload*>(payload)->test->step_ = 1;
  });
  stream_->enqueue_host_function(
      [](void* user, Code) { *static_cast<std::atomic<int>*>(user) = 2; }, &step_, false);
  while (step_.load() != 1) std::this_thread::yield();
  EXPECT_FALSE(stream_->query());
  EXPECT_EQ(step_.load(), 1);
  fence_.complete();  // from any thread
  stream_->synchronize();
  EXPECT_EQ(step_.load(), 2);
}

TEST_F(ProgramTest, PartsInOtherStreamsCompleteIt) {
  Stream* const part = context_->create_stream(StreamKind::kNonBlocking, 0);
  for (int round = 0; round < 200; ++round) {
    enqueue(
        [](Executor&, const void* payload) noexcept {
          const Payload& own = *static_cast<const Payload*>(payload);
          own.part->enqueue(ProgramOperation{.run =
                                                 [](Executor&, const void* passed) noexcept {
                                                   ProgramTest& test =
                                                       *static_cast<const Payload*>(passed)->test;
                                                   test.step_.fetch_add(1);
                                                   test.fence_.complete();
                                                 },
                                             .payload_bytes = sizeof(Payload),
                                             .is_part = true},
                            [&](void* passed) { *static_cast<Payload*>(passed) = own; });
        },
        part);
    stream_->synchronize();
    ASSERT_EQ(step_.load(), round + 1);
  }
}

TEST_F(ProgramTest, TheContextWaitsForFences) {
  enqueue([](Executor&, const void*) noexcept {});
  std::thread other([&] {
    std::this_thread::yield();
    step_ = 1;
    fence_.complete();
  });
  context_->synchronize();
  EXPECT_EQ(step_.load(), 1);
  EXPECT_TRUE(fence_.newest().is_complete());
  other.join();
}

// A program that is called again and again, each time when what it has put into a stream of its own is complete. Plain
// data: ThreadSanitizer sees whether each call happens before the next.
struct Resumed {
  ContextStreams* context;
  int* calls;
  int* sum;
};

Moment add_in_own_stream(ContextStreams& context, int* sum) {
  Stream* const own = context.create_stream(StreamKind::kNonBlocking, 0);
  const RangeOperation operation{.run =
                                     [](const void* passed, std::uint64_t, std::uint64_t) noexcept {
                                       ++**static_cast<int* const*>(passed);
                                       return Code::kOk;
                                     },
                                 .payload_bytes = sizeof sum};
  for (int i = 0; i < 3; ++i)
    own->enqueue(operation, [&](void* place) { *static_cast<int**>(place) = sum; });
  const Moment end = own->record();
  context.destroy_stream(own);
  return end;
}

TEST_F(ProgramTest, ResumesUntilItDoesNotAsk) {
  constexpr int kRounds = 200;
  constexpr int kCalls = 5;
  int calls = 0;
  int sum = 0;
  for (int round = 1; round <= kRounds; ++round) {
    stream_->enqueue(
        ProgramOperation{.run =
                             [](Executor& executor, const void* passed) noexcept {
                               const Resumed& own = *static_cast<const Resumed*>(passed);
                               if (++*own.calls % kCalls == 0) return;
                               executor.resume_at(add_in_own_stream(*own.context, own.sum));
                             },
                         .payload_bytes = sizeof(Resumed)},
        [&](void* place) { *static_cast<Resumed*>(place) = {context_.get(), &calls, &sum}; });
    if (round % 3 != 0) continue;  // several behind each other, too
    stream_->synchronize();
    ASSERT_EQ(calls, round * kCalls);
    ASSERT_EQ(sum, round * (kCalls - 1) * 3);
  }
  stream_->synchronize();
  EXPECT_EQ(calls, kRounds * kCalls);
}

}  // namespace
}  // namespace riffle::engine
