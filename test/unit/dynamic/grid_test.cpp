// SPDX-License-Identifier: Apache-2.0
// Grids that launch grids: kernels are C++ functions that call their grid as the API's device calls do.
#include "runtime/dynamic/grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "runtime/dynamic/parent_launch.h"
#include "runtime/dynamic/pending.h"

namespace riffle::dynamic {
namespace {

constexpr std::size_t kMany = 2048;

/// What each launch of the test's kernel runs, once for each block: its argument is the address of one.
struct Body {
  std::function<void(Grid&, std::uint64_t block)> run;
};

void run_body(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
              std::uint64_t end) {
  const Body* body = nullptr;
  std::memcpy(&body, launch->arguments, sizeof body);
  for (std::uint64_t block = first; block < end; ++block) {
    frame->block_index[0] = static_cast<std::uint32_t>(block);
    body->run(*static_cast<Grid*>(device::device_caller().parent), block);
  }
}

class DynamicTest : public testing::Test {
 protected:
  void SetUp() override {
    code_.name = "body";
    code_.run = &run_body;
    code_.argument_bytes = sizeof(Body*);
    code_.max_threads_per_block = 1024;
    code_.strategy = abi::Strategy::kLoop;
    code_.flags = abi::kKernelLaunches;
    kernel_.described = kernel_.code = &code_;
    kernel_.payload_bytes = device::payload_bytes(code_);
    kernel_.max_threads = 1024;
    context_ = engine::ContextStreams::create();
    ASSERT_NE(context_, nullptr);
    stream_ = context_->create_stream(engine::StreamKind::kNonBlocking, 0);
  }

  /// By the host.
  void launch(const Body& body, Dim3 grid = {}) {
    enqueue(*stream_, kernel_, [&](void* place) {
      auto* const payload =
          new (place) device::KernelPayload{.kernel = &code_, .grid = grid, .block = {}};
      const Body* const argument = &body;
      std::memcpy(payload->arguments(), &argument, sizeof argument);
    });
  }

  Code launch_from(Grid& grid, const Body& body, std::uintptr_t stream, std::uint64_t block = 0,
                   std::size_t most_pending = kMany) {
    void* const buffer = grid.take_buffer(sizeof(Body*));
    const Body* const argument = &body;
    std::memcpy(buffer, &argument, sizeof argument);
    return grid.launch({.kernel = &kernel_, .grid = {}, .block = {}}, buffer, stream, block,
                       most_pending);
  }

  Body note(int value) {
    return {[this, value](Grid&, std::uint64_t) {
      const MutexLock lock(mutex_);
      log_.push_back(value);
    }};
  }
  std::vector<int> log() {
    const MutexLock lock(mutex_);
    return log_;
  }

  abi::KernelRow code_{};
  module::Kernel kernel_;
  std::unique_ptr<engine::ContextStreams> context_;
  engine::Stream* stream_ = nullptr;
  Mutex mutex_;
  std::vector<int> log_;
};

TEST_F(DynamicTest, AGridEndsAfterItsChildrenAndTheirs) {
  const Body leaf = note(3);
  const Body child{[&](Grid& grid, std::uint64_t) {
    EXPECT_EQ(launch_from(grid, leaf, kFireAndForget), Code::kOk);
  }};
  const Body parent{[&](Grid& grid, std::uint64_t) {
    EXPECT_EQ(launch_from(grid, child, kNullStream), Code::kOk);
  }};
  const Body after = note(4);
  launch(parent);
  launch(after);
  stream_->synchronize();
  EXPECT_EQ(log(), (std::vector<int>{3, 4}));
}

TEST_F(DynamicTest, ABlocksNullStreamKeepsOrder) {
  std::vector<Body> children;
  for (int i = 0; i < 100; ++i) children.push_back(note(i));
  const Body parent{[&](Grid& grid, std::uint64_t) {
    for (const Body& child : children) EXPECT_EQ(launch_from(grid, child, kNullStream), Code::kOk);
  }};
  launch(parent);
  stream_->synchronize();
  EXPECT_EQ(log().size(), 100);
  EXPECT_TRUE(std::ranges::is_sorted(log()));
}

TEST_F(DynamicTest, TailsComeLastAndThoseOfATailBeforeTheOthers) {
  const Body one = note(1), two = note(2), three = note(3), child = note(0);
  const Body tail{[&](Grid& grid, std::uint64_t) {
    EXPECT_EQ(launch_from(grid, two, kTailLaunch), Code::kOk);
    EXPECT_EQ(launch_from(grid, one, kFireAndForget), Code::kOk);
  }};
  const Body parent{[&](Grid& grid, std::uint64_t) {
    EXPECT_EQ(launch_from(grid, tail, kTailLaunch), Code::kOk);
    EXPECT_EQ(launch_from(grid, three, kTailLaunch), Code::kOk);
    EXPECT_EQ(launch_from(grid, child, kNullStream), Code::kOk);
  }};
  launch(parent);
  stream_->synchronize();
  EXPECT_EQ(log(), (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(DynamicTest, AKernelMayBeItsOwnTail) {
  int turns = 0;
  Body self;
  self.run = [&](Grid& grid, std::uint64_t) {
    if (++turns < 1000) EXPECT_EQ(launch_from(grid, self, kTailLaunch), Code::kOk);
  };
  launch(self);
  stream_->synchronize();
  EXPECT_EQ(turns, 1000);
}

TEST_F(DynamicTest, EventsOrderStreamsOfAGrid) {
  const Body first = note(1), second = note(2);
  const Body parent{[&](Grid& grid, std::uint64_t) {
    const std::uintptr_t one = grid.create_stream();
    const std::uintptr_t other = grid.create_stream();
    const std::uintptr_t event = grid.create_event();
    EXPECT_EQ(launch_from(grid, first, one), Code::kOk);
    EXPECT_EQ(grid.record(event, one, 0), Code::kOk);
    EXPECT_EQ(grid.wait(other, event, 0), Code::kOk);
    EXPECT_EQ(launch_from(grid, second, other), Code::kOk);
    EXPECT_EQ(grid.destroy_event(event), Code::kOk);
    EXPECT_EQ(grid.destroy_event(event), Code::kInvalidValue);
    EXPECT_EQ(grid.destroy_stream(one), Code::kOk);
    EXPECT_EQ(launch_from(grid, first, one), Code::kInvalidValue);
  }};
  for (int i = 0; i < 20; ++i) launch(parent);
  stream_->synchronize();
  const std::vector<int> seen = log();
  ASSERT_EQ(seen.size(), 40);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], i % 2 == 0 ? 1 : 2);
}

TEST_F(DynamicTest, WrongLaunchesChangeNothing) {
  const Body child = note(1);
  const Body parent{[&](Grid& grid, std::uint64_t) {
    EXPECT_EQ(
        grid.launch({.kernel = &kernel_, .grid = {}, .block = {}}, nullptr, kNullStream, 0, kMany),
        Code::kInvalidValue);
    void* const buffer = grid.take_buffer(sizeof(Body*));
    EXPECT_EQ(grid.launch({.kernel = &kernel_, .grid = {}, .block = {2048}}, buffer, kNullStream, 0,
                          kMany),
              Code::kInvalidConfiguration);
    EXPECT_EQ(launch_from(grid, child, 7), Code::kInvalidValue);  // no stream
    EXPECT_EQ(grid.record(16, kNullStream, 0), Code::kInvalidValue);
    grid.set_last_error(0, 5, 1);
    EXPECT_EQ(grid.last_error(0, 5), 1);
    EXPECT_EQ(grid.last_error(0, 6), 0);
  }};
  launch(parent);
  stream_->synchronize();
  EXPECT_TRUE(log().empty());
}

TEST_F(DynamicTest, PendingLaunchesAreBoundedAndCountedDown) {
  const Body child = note(1);
  const Body parent{[&](Grid& grid, std::uint64_t) {
    // Tail launches cannot run before this ends.
    for (int i = 0; i < 3; ++i) EXPECT_EQ(launch_from(grid, child, kTailLaunch, 0, 3), Code::kOk);
    EXPECT_EQ(launch_from(grid, child, kTailLaunch, 0, 3), Code::kLaunchPendingCountExceeded);
    EXPECT_EQ(launch_from(grid, child, kNullStream, 0, 3), Code::kLaunchPendingCountExceeded);
  }};
  for (int round = 0; round < 3; ++round) launch(parent);
  stream_->synchronize();
  EXPECT_EQ(log().size(), 9);
  ASSERT_TRUE(count_pending(0, 1));  // none is left
  uncount_pending(0);
}

TEST_F(DynamicTest, BlocksOfAGridLaunchAtTheSameTime) {
  constexpr std::uint32_t kBlocks = 64;
  const Body child = note(1);
  const Body parent{[&](Grid& grid, std::uint64_t block) {
    for (const std::uintptr_t stream : {kNullStream, kFireAndForget, kTailLaunch})
      EXPECT_EQ(launch_from(grid, child, stream, block), Code::kOk);
  }};
  launch(parent, {kBlocks});
  stream_->synchronize();
  EXPECT_EQ(log().size(), 3 * kBlocks);
}

}  // namespace
}  // namespace riffle::dynamic
