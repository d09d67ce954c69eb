// SPDX-License-Identifier: Apache-2.0
// What a kernel finds when it runs: configuration, arguments, shared memory, scratch, arithmetic mode.
#include "device/cpu/launch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "device/cpu/limits.h"
#include "platform/cpu.h"
#include "test_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace riffle::device {
namespace {

struct Seen {
  abi::GridLaunch launch;
  abi::Frame frame;
  std::uint64_t first, end;
  float denormal;
};

void look(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
          std::uint64_t end) {
  auto& seen = *argument<Seen>(launch);
  seen.launch = *launch;
  seen.frame = *frame;
  seen.first = first;
  seen.end = end;
  volatile float small = 1e-38f;
  seen.denormal = small * 0.01f;
}

TEST(Launch, TellsConfigurationAndRange) {
  Seen seen{};
  EXPECT_EQ(TestKernel(&look).launch_range({4, 5, 6}, {7, 8, 2}, 10, 20, &seen, 1234), Code::kOk);
  EXPECT_EQ(seen.launch.grid[2], 6u);
  EXPECT_EQ(seen.launch.block[1], 8u);
  EXPECT_EQ(seen.launch.threads, 112u);
  EXPECT_EQ(seen.launch.dynamic_shared_bytes, 1234u);
  EXPECT_EQ(seen.first, 10u);
  EXPECT_EQ(seen.end, 20u);
}

TEST(Launch, StreamsWhatTheCachesCannotKeep) {
  TestKernel kernel(&look);
  Seen seen{};
  const auto blocks = static_cast<std::uint32_t>(platform::cache_share_bytes() / 1024 / 4);
  const auto streams = [&](std::uint32_t bytes_per_thread, std::uint32_t grid) {
    kernel.code.streamed_bytes_per_thread = bytes_per_thread;
    EXPECT_EQ(kernel.launch_range({grid}, {1024}, 0, 1, &seen), Code::kOk);
    return seen.launch.streams;
  };
  EXPECT_EQ(streams(4, blocks + 1), 1u);
  EXPECT_EQ(streams(4, blocks), 0u);
  EXPECT_EQ(streams(2, blocks + 1), 0u);
  EXPECT_EQ(streams(0, 1 << 20), 0u);
}

void fill_shared(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t, std::uint64_t) {
  std::memset(frame->shared, 0x5a, *argument<std::size_t>(launch));
}

TEST(Launch, SharedMemoryIsAlignedAndEndsAtAGuard) {
  TestKernel kernel(&look);
  kernel.code.static_shared_bytes = 1000;
  Seen seen{};
  EXPECT_EQ(kernel.launch({1}, {1}, &seen, 200), Code::kOk);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen.frame.shared) % 128, 0u);
  kernel.code.run = &fill_shared;
  std::size_t bytes = 1024 + 256;  // each part in pieces of 128
  EXPECT_EQ(kernel.launch({1}, {1}, &bytes, 200), Code::kOk);
  ++bytes;
  EXPECT_EQ(kernel.launch({1}, {1}, &bytes, 200), Code::kIllegalAddress);
}

TEST(Launch, SharedMemoryReachesTheLargestDevices) {
  std::size_t bytes = 227 << 10;
  EXPECT_EQ(TestKernel(&fill_shared).launch({1}, {1}, &bytes, 227 << 10), Code::kOk);
  EXPECT_EQ(TestKernel(&fill_shared).launch({1}, {1}, &bytes, 300 << 10),
            Code::kLaunchOutOfResources);
}

void fill_scratch(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t, std::uint64_t) {
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(frame->scratch) % 64, 0u);
  std::memset(frame->scratch, 1, *argument<std::size_t>(launch));
}

TEST(Launch, ScratchGrowsWithTheBlock) {
  for (const std::uint32_t threads : {1u, 64u, 65u, 1024u}) {
    TestKernel kernel(&fill_scratch);
    kernel.code.scratch_bytes_per_thread = 1000;
    kernel.code.scratch_bytes_per_block = 5000;
    std::size_t bytes = std::size_t{1000} * ((threads + 63) / 64 * 64) + 5000;
    EXPECT_EQ(kernel.launch({1}, {threads}, &bytes), Code::kOk);
  }
}

TEST(Launch, UnboundedScratchIsRefused) {
  TestKernel kernel(&fill_scratch);
  kernel.code.scratch_bytes_per_thread = 100 << 20;
  EXPECT_EQ(kernel.launch({1}, {1024}), Code::kLaunchOutOfResources);
}

struct Sequenced {
  std::vector<std::uint32_t> grids;  // of the launches that ran, in order
  std::uint32_t faults_at = 0;       // the grid of the launch that faults
};

void note_launch(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
                 std::uint64_t end) {
  auto& seen = *argument<Sequenced>(launch);
  EXPECT_EQ(first, 0u);
  EXPECT_EQ(end, launch->grid[0]);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(frame->shared) % 128, 0u);
  if (launch->grid[0] == seen.faults_at) *static_cast<volatile int*>(nullptr) = 1;
  seen.grids.push_back(launch->grid[0]);
}

TEST(Launch, ASequenceRunsInOrderUpToAFault) {
  struct alignas(16) Payload {
    KernelPayload header;
    void* argument;
  };
  TestKernel kernel(&note_launch);
  kernel.code.scratch_bytes_per_block = 1 << 20;
  Sequenced seen;
  seen.grids.reserve(16);
  std::vector<Payload> payloads;
  for (std::uint32_t grid = 1; grid <= 4; ++grid)
    payloads.push_back({{.kernel = &kernel.code,
                         .grid = {grid},
                         .block = {32},
                         .dynamic_shared_bytes = 100 * grid},
                        &seen});
  std::vector<PreparedLaunch> launches;
  for (const Payload& payload : payloads) launches.push_back(prepare(payload.header));
  const LaunchSequence sequence{launches};
  EXPECT_EQ(run_sequence(&sequence, 0, 1), Code::kOk);
  EXPECT_EQ(seen.grids, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  seen.grids.clear();
  seen.faults_at = 3;
  EXPECT_EQ(run_sequence(&sequence, 0, 1), Code::kIllegalAddress);
  EXPECT_EQ(seen.grids, (std::vector<std::uint32_t>{1, 2}));
  seen.grids.clear();
  seen.faults_at = 0;
  EXPECT_EQ(run_sequence(&sequence, 0, 1), Code::kOk);
  EXPECT_EQ(seen.grids.size(), 4u);
}

TEST(Launch, OnlyLaunchesThatRunAlikeMakeASequence) {
  TestKernel plain(&look), flushing(&look), large(&look);
  flushing.code.flags |= abi::kKernelFlushesDenormals;
  large.code.scratch_bytes_per_block = std::uint64_t{1} << 30;
  const auto prepared = [](const TestKernel& kernel, int device) {
    return prepare({.kernel = &kernel.code,
                    .grid = {1},
                    .block = {1},
                    .device = static_cast<std::int16_t>(device)});
  };
  const PreparedLaunch first = prepared(plain, 0);
  EXPECT_TRUE(may_follow(first, prepared(plain, 0)));
  EXPECT_FALSE(may_follow(first, prepared(plain, 1)));
  EXPECT_FALSE(may_follow(first, prepared(flushing, 0)));
  EXPECT_FALSE(may_follow(first, prepared(large, 0)));
  EXPECT_FALSE(may_follow(prepared(large, 0), prepared(large, 0)));
}

TEST(Launch, PayloadsCanBeCopied) {
  struct alignas(16) Payload {
    KernelPayload header;
    void* argument;
  };
  TestKernel kernel(&look);
  Seen seen{};
  Payload payload{{.kernel = &kernel.code, .grid = {3}, .block = {32}}, &seen};
  const Payload copy = payload;
  std::memset(static_cast<void*>(&payload), 0xff, sizeof payload);
  EXPECT_EQ(run_blocks(&copy, 0, 3), Code::kOk);
  EXPECT_EQ(seen.launch.grid[0], 3u);
}

#if defined(__x86_64__)
TEST(Launch, DenormalsAreKeptWhateverTheHostThreadDoes) {
  Seen seen{};
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // flush to zero, denormals are zero
  EXPECT_EQ(TestKernel(&look).launch({1}, {1}, &seen), Code::kOk);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(after & 0xffc0, (before | 0x8040) & 0xffc0);
  EXPECT_GT(seen.denormal, 0.0f);
}

TEST(Launch, DenormalsAreFlushedForKernelsThatAskForIt) {
  Seen seen{};
  const unsigned before = _mm_getcsr();
  TestKernel flushing(&look);
  flushing.code.flags = abi::kKernelFlushesDenormals;
  EXPECT_EQ(flushing.launch({1}, {1}, &seen), Code::kOk);
  EXPECT_EQ(seen.denormal, 0.0f);
  EXPECT_EQ(_mm_getcsr() & 0xffc0, before & 0xffc0);
  EXPECT_EQ(TestKernel(&look).launch({1}, {1}, &seen), Code::kOk);
  EXPECT_GT(seen.denormal, 0.0f);
  TestKernel faulting([](const abi::GridLaunch*, abi::Frame* frame, std::uint64_t, std::uint64_t) {
    runtime_table().fault(frame, abi::FaultKind::kTrap);
  });
  faulting.code.flags = abi::kKernelFlushesDenormals;
  EXPECT_EQ(faulting.launch({1}, {1}), Code::kLaunchFailure);
  EXPECT_EQ(_mm_getcsr() & 0xffc0, before & 0xffc0);
}
#endif

TEST(Launch, ShortLivedThreadsReuseWhatEarlierOnesLeft) {
  // Each thread would map half a megabyte of address space anew: no limit is reached.
  for (int index = 0; index < 300; ++index) {
    std::thread([] {
      Seen seen{};
      EXPECT_EQ(TestKernel(&look).launch({1}, {1}, &seen), Code::kOk);
    }).join();
  }
}

}  // namespace
}  // namespace riffle::device
