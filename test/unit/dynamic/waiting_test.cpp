// SPDX-License-Identifier: Apache-2.0
// Ordinary launches whose blocks wait for each other: they need no more workers than others, and blocks that do not wait
// begin one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "device/cpu/launch.h"
#include "platform/cpu.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/engine/counters.h"

namespace riffle::dynamic {
namespace {

struct Shared {
  std::vector<std::atomic<int>> flags;
  std::atomic<int> alive{0};
  std::atomic<int> most_alive{0};
  std::atomic<int> ended{0};

  explicit Shared(std::size_t blocks) : flags(blocks) {}
};

Shared& shared_of(const abi::Thread* thread) {
  Shared* shared = nullptr;
  std::memcpy(&shared, thread->launch->arguments, sizeof shared);
  return *shared;
}

void barrier(const abi::Thread* thread) {
  device::runtime_table().barrier(thread, 0, 0, abi::BarrierReduce::kNone, 0);
}

/// The first thread of a block waits for the next block; the others for it.
void wait_for_next(const abi::Thread* thread) {
  Shared& shared = shared_of(thread);
  const std::uint32_t block = thread->block_index[0];
  if (thread->linear == 0 && block + 1 < thread->launch->grid[0])
    while (shared.flags[block + 1].load(std::memory_order_acquire) == 0)
      device::runtime_table().yield(thread);
  barrier(thread);
  if (thread->linear == 0) shared.flags[block].store(1, std::memory_order_release);
}

/// As a lock does that is free at the second try.
void wait_a_moment(const abi::Thread* thread) {
  Shared& shared = shared_of(thread);
  if (thread->linear == 0) {
    const int now = shared.alive.fetch_add(1) + 1;
    int most = shared.most_alive.load();
    while (now > most && !shared.most_alive.compare_exchange_weak(most, now)) {
    }
  }
  barrier(thread);
  device::runtime_table().yield(thread);
  barrier(thread);
  if (thread->linear == 0) shared.alive.fetch_sub(1);
  shared.ended.fetch_add(1);
}

/// What the compiler emits for the fiber strategy.
template <abi::ThreadFunction* Body>
void run_as_fibers(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
                   std::uint64_t end) {
  for (std::uint64_t block = first; block < end; ++block) {
    frame->block_index[0] = static_cast<std::uint32_t>(block);
    device::runtime_table().run_block_as_fibers(launch, frame, Body);
  }
}

class WaitingBlocksTest : public testing::Test {
 protected:
  void SetUp() override {
    context_ = engine::ContextStreams::create();
    ASSERT_NE(context_, nullptr);
    stream_ = context_->create_stream(engine::StreamKind::kNonBlocking, 0);
  }

  void run(abi::BlockRangeFunction* function, Shared& shared, std::uint32_t blocks,
           std::uint32_t threads) {
    code_.name = "waits";
    code_.run = function;
    code_.argument_bytes = sizeof(Shared*);
    code_.max_threads_per_block = 1024;
    code_.strategy = abi::Strategy::kFiber;
    kernel_.described = kernel_.code = &code_;
    kernel_.payload_bytes = device::payload_bytes(code_);
    ASSERT_TRUE(is_program(kernel_, false));
    enqueue(*stream_, kernel_, [&](void* place) {
      auto* const payload =
          new (place) device::KernelPayload{.kernel = &code_, .grid = {blocks}, .block = {threads}};
      Shared* const argument = &shared;
      std::memcpy(payload->arguments(), &argument, sizeof argument);
    });
    stream_->synchronize();
    EXPECT_EQ(context_->fault(), Code::kOk);
  }

  abi::KernelRow code_{};
  module::Kernel kernel_;
  std::unique_ptr<engine::ContextStreams> context_;
  engine::Stream* stream_ = nullptr;
};

TEST_F(WaitingBlocksTest, EachForTheNextNeedsNoMoreWorkers) {
  const auto adds = engine::counters().adds.load();
  for (const std::uint32_t blocks : {1u, 2u, 64u, 500u}) {
    Shared shared(blocks);
    run(&run_as_fibers<wait_for_next>, shared, blocks, 8);
    EXPECT_TRUE(std::ranges::all_of(shared.flags, [](const auto& flag) { return flag == 1; }));
  }
  // Other threads of a loaded machine may be away for long; not sixty times.
  EXPECT_LE(engine::counters().adds.load() - adds, 8);
}

TEST_F(WaitingBlocksTest, BlocksThatGoOnByThemselvesBeginOneByOne) {
  constexpr std::uint32_t kBlocks = 500;
  Shared shared(kBlocks);
  run(&run_as_fibers<wait_a_moment>, shared, kBlocks, 32);
  EXPECT_EQ(shared.ended, 32 * kBlocks);
  EXPECT_LE(shared.most_alive, static_cast<int>(platform::usable_cores()));
}

TEST_F(WaitingBlocksTest, AFaultEndsTheOthers) {
  constexpr std::uint32_t kBlocks = 16;
  Shared shared(kBlocks);
  code_.name = "waits";
  code_.run = &run_as_fibers<[](const abi::Thread* thread) {
    if (thread->block_index[0] == thread->launch->grid[0] - 1)
      device::runtime_table().fault(thread->frame, abi::FaultKind::kTrap);
    for (;;) device::runtime_table().yield(thread);
  }>;
  code_.argument_bytes = sizeof(Shared*);
  code_.max_threads_per_block = 1024;
  code_.strategy = abi::Strategy::kFiber;
  kernel_.described = kernel_.code = &code_;
  kernel_.payload_bytes = device::payload_bytes(code_);
  enqueue(*stream_, kernel_, [&](void* place) {
    auto* const payload =
        new (place) device::KernelPayload{.kernel = &code_, .grid = {kBlocks}, .block = {4}};
    Shared* const argument = &shared;
    std::memcpy(payload->arguments(), &argument, sizeof argument);
  });
  stream_->synchronize();
  EXPECT_EQ(context_->fault(), Code::kLaunchFailure);
}

}  // namespace
}  // namespace riffle::dynamic
