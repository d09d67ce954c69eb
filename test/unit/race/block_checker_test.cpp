// SPDX-License-Identifier: Apache-2.0
// Blocks of one launch that tell each other through memory, as the code of kernels tells of it: before each access.
#include "race/block_checker.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <random>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "device/cpu/launch.h"
#include "race/unasked_parameters.h"
#include "runtime/memory/registry.h"

namespace {

/// The request for memory that is refused, counted from now; 0: none. And all behind it.
thread_local int refused_request = 0;

}  // namespace

void* operator new(std::size_t bytes) {
  if (refused_request == 1) throw std::bad_alloc();
  if (refused_request > 1) --refused_request;
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace riffle::race {
namespace {

class BlockCheckerTest : public testing::Test {
 protected:
  BlockCheckerTest() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      blocks.push_back(checker.watch_block());
      device::WatchedPlace place;
      place.threads = 1;
      place.grid[0] = 2;
      place.grid[1] = place.grid[2] = 1;
      place.block[0] = i;
      blocks.back()->begins(place);
    }
  }
  ~BlockCheckerTest() override { (void)memory::registry().free(memory); }

  void touch(std::uint32_t block, device::PacketAccess access) {
    access.mask = 1;
    blocks[block]->touches_together(access);
  }
  void write(std::uint32_t block) { touch(block, {.begin = data, .bytes = 4, .writes = true}); }
  void read(std::uint32_t block) { touch(block, {.begin = data, .bytes = 4, .reads = true}); }
  void count(std::uint32_t block, bool is_release = false) {
    touch(block, {.begin = data + 64,
                  .bytes = 4,
                  .reads = true,
                  .writes = true,
                  .is_atomic = true,
                  .is_release = is_release});
  }
  void fence(std::uint32_t block) { touch(block, {.step = device::OrderStep::kFence}); }

  void* memory = memory::registry().allocate(memory::MemoryType::kDevice, 4096, 0)->base;
  const std::uintptr_t data = reinterpret_cast<std::uintptr_t>(memory);
  int found = 0;
  BlockChecker checker{[this](const BlockProblem&) { ++found; }, true, false};
  std::vector<std::unique_ptr<device::WatchedBlock>> blocks;
};

TEST_F(BlockCheckerTest, BlocksDoNotKnowOfEachOther) {
  write(0);
  read(1);
  EXPECT_EQ(found, 1);
}

TEST_F(BlockCheckerTest, WhoCountsLastKnowsOfAllThatIsFenced) {
  write(0);
  fence(0);
  count(0);
  count(1);
  read(1);
  EXPECT_EQ(found, 0);
}

TEST_F(BlockCheckerTest, AReleaseNeedsNoFence) {
  write(0);
  count(0, true);
  count(1);
  read(1);
  EXPECT_EQ(found, 0);
}

TEST_F(BlockCheckerTest, WithoutAFenceACountTellsNothing) {
  write(0);
  count(0);
  fence(0);
  count(1);
  fence(1);
  read(1);
  EXPECT_EQ(found, 1);
}

TEST_F(BlockCheckerTest, AFenceIsOfWhatCameBefore) {
  fence(0);
  write(0);
  count(0);
  count(1);
  read(1);
  EXPECT_EQ(found, 1);
}

// Both are told of before they are made: the one that was told of first may be the last.
TEST_F(BlockCheckerTest, WhoIsToldOfFirstMayCountLast) {
  count(1);
  write(0);
  fence(0);
  count(0);
  read(1);
  EXPECT_EQ(found, 0);
}

TEST_F(BlockCheckerTest, WhatComesBehindTheCountIsNotTold) {
  count(0);
  write(0);
  count(1);
  read(1);
  EXPECT_EQ(found, 1);
}

// By the allocations that the parameters point into, not by the parameters.
TEST_F(BlockCheckerTest, WhatIsWrittenByAnotherParameterIsNotOnlyRead) {
  void* const more = memory::registry().allocate(memory::MemoryType::kDevice, 4096, 0)->base;
  const auto other = reinterpret_cast<std::uintptr_t>(more);
  const abi::ParameterSlot parameters[] = {{0, 8}, {8, 8}, {16, 8}};
  abi::KernelRow kernel{};
  kernel.parameters = parameters;
  device::KernelPayload launch;
  launch.kernel = &kernel;
  int unknown = 0;
  const auto only_read = [&](std::uintptr_t written) {
    const std::uintptr_t arguments[] = {data + 8, other, written};
    device::WatchedPlace place;
    place.threads = 1;
    place.grid[0] = place.grid[1] = place.grid[2] = 1;
    place.launch = &launch;
    place.kernel = &kernel;
    place.arguments = reinterpret_cast<const unsigned char*>(arguments);
    place.parameters = {.written = 4, .read = 3};
    blocks[0]->begins(place);
    const std::uint64_t answer = blocks[0]->unasked_parameters();
    blocks[0]->finishes();
    checker.has_ended(place.launch);
    return answer;
  };
  EXPECT_EQ(only_read(0), 3U);
  EXPECT_EQ(only_read(data + 128), 2U);
  EXPECT_EQ(only_read(other), 1U);
  EXPECT_EQ(only_read(reinterpret_cast<std::uintptr_t>(&unknown)), 0U);
  // It may be one part of an array, and the next is registered by itself.
  ASSERT_TRUE(memory::registry().add_registered(&unknown, sizeof(unknown), 0, 0));
  EXPECT_EQ(only_read(reinterpret_cast<std::uintptr_t>(&unknown)), 0U);
  (void)memory::registry().remove_registered(&unknown);
  (void)memory::registry().free(more);
}

// Blocks that mostly do the same are not looked at one by one (block_script.h). What is found is what somebody finds who looks at
// each of them alone.
class RepeatedBlocks : public testing::Test {
 protected:
  struct Step {
    enum Kind : std::uint8_t { kAccess, kBarrier, kWarp } kind = kAccess;
    device::PacketAccess access;
    std::uint32_t warp = 0;
  };
  using Found = std::multiset<std::pair<const device::AccessSite*, const device::AccessSite*>>;

  struct Watcher {
    Found found;
    BlockChecker checker{[this](const BlockProblem& problem) {
                           const auto& race = std::get<ThreadRace>(problem.what);
                           found.insert(std::minmax(race.earlier.site, race.later.site));
                         },
                         true, false};
    std::unique_ptr<device::WatchedBlock> block = checker.watch_block();
  };

  Step random_step() {
    Step step;
    const unsigned what = random() % 12;
    step.warp = random() % 2;
    if (what < 2) step.kind = Step::kBarrier;
    if (what == 2) step.kind = Step::kWarp;
    const std::uint32_t first = step.warp * 32;
    const std::uint64_t mask = random() % 4 == 0 ? random() | 1 : 0xffff'ffff;
    const std::uintptr_t shift = random() % 6 == 0 ? 4 * (random() % 64) : 0;
    const bool writes = random() % 2 == 0;
    const auto at = reinterpret_cast<std::uintptr_t>(shared.data()) + (4 * first + shift) % 256;
    step.access = {.first = first,
                   .mask = mask & 0xffff'ffff,
                   .begin = at,
                   .stride = random() % 8 == 0 ? 0 : 4,
                   .bytes = 4,
                   .reads = !writes,
                   .writes = writes,
                   .site = &sites[random() % sites.size()]};
    return step;
  }
  void run(Watcher& watcher, const std::vector<Step>& steps, std::uint32_t number) {
    device::WatchedPlace place;
    place.threads = 64;
    place.grid[0] = 1000;
    place.grid[1] = place.grid[2] = 1;
    place.block[0] = number;
    place.shared = reinterpret_cast<std::uintptr_t>(shared.data());
    place.shared_bytes = sizeof shared;
    watcher.block->begins(place);
    for (const Step& step : steps) {
      if (step.kind == Step::kBarrier) watcher.block->passes_barrier();
      if (step.kind == Step::kWarp) watcher.block->passes_warp(step.warp, ~0U);
      if (step.kind == Step::kAccess) watcher.block->touches_together(step.access);
    }
    watcher.block->finishes();
  }

  std::mt19937 random{9};
  alignas(64) std::array<std::uint32_t, 160> shared{};
  std::array<device::AccessSite, 6> sites{};
};

TEST_F(RepeatedBlocks, AreFoundToDoWhatEachDoes) {
  std::size_t races = 0, clean = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Step> usual;
    for (unsigned i = 0; i < 4 + random() % 12; ++i) usual.push_back(random_step());
    Watcher all;
    for (std::uint32_t number = 0; number < 12; ++number) {
      std::vector<Step> steps = usual;
      if (random() % 3 == 0) steps[random() % steps.size()] = random_step();
      if (random() % 5 == 0) steps.insert(steps.begin() + random() % steps.size(), random_step());
      Watcher alone;
      run(alone, steps, number);
      all.found.clear();
      run(all, steps, number);
      ASSERT_EQ(all.found, alone.found) << "round " << round << ", block " << number;
      (alone.found.empty() ? clean : races) += 1;
    }
  }
  EXPECT_GT(races, 500U);
  EXPECT_GT(clean, 500U);
}

// Each thread's bytes, by numbers like those of an array's indices.
TEST(OwnPlaces, KeepThreadsApartWhereAStepIsLongerThanAllBelow) {
  device::WatchedPlace place;
  const auto apart = [&](abi::PrivateAccess own) { return keeps_threads_apart(own, place); };
  const auto launch = [&](std::uint32_t blocks_x, std::uint32_t blocks_y, std::uint32_t threads_x,
                          std::uint32_t threads_y) {
    place.grid[0] = blocks_x, place.grid[1] = blocks_y, place.grid[2] = 1;
    place.extent[0] = threads_x, place.extent[1] = threads_y, place.extent[2] = 1;
  };
  launch(100, 1, 256, 1);
  EXPECT_TRUE(apart({.bytes = 4, .steps = {1024, 0, 0, 4, 0, 0, 0}}));
  EXPECT_FALSE(apart({.bytes = 8, .steps = {1024, 0, 0, 4, 0, 0, 0}}));  // its neighbour's, too
  EXPECT_FALSE(apart({.bytes = 4, .steps = {1020, 0, 0, 4, 0, 0, 0}}));  // of the next block
  EXPECT_FALSE(apart({.bytes = 4, .steps = {0, 0, 0, 4, 0, 0, 0}}));
  EXPECT_FALSE(apart({.bytes = 4, .zero = -4, .steps = {1024, 0, 0, 4, 0, 0, 0}}));
  // In strides of the grid, and of less.
  EXPECT_TRUE(apart({.bytes = 4, .steps = {1024, 0, 0, 4, 0, 0, 102'400}}));
  EXPECT_FALSE(apart({.bytes = 4, .steps = {1024, 0, 0, 4, 0, 0, 102'396}}));
  EXPECT_FALSE(apart({.bytes = 4, .steps = {1024, 0, 0, 4, 0, 0, -102'400}}));
  // Rows of 100 numbers, by blocks of 32 x 4: the last block of a row would go on in the next.
  launch(3, 25, 32, 4);
  EXPECT_TRUE(apart({.bytes = 4, .steps = {128, 1600, 0, 4, 400, 0, 0}}));
  launch(4, 25, 32, 4);
  EXPECT_FALSE(apart({.bytes = 4, .steps = {128, 1600, 0, 4, 400, 0, 0}}));
  // Threads along y do the same as others.
  launch(100, 1, 256, 2);
  EXPECT_FALSE(apart({.bytes = 4, .steps = {1024, 0, 0, 4, 0, 0, 0}}));
  // Numbers of 32 bits might wrap.
  launch(1 << 21, 1, 256, 1);
  EXPECT_FALSE(apart({.bytes = 4, .steps = {1024, 0, 0, 4, 0, 0, 0}}));
}

TEST_F(BlockCheckerTest, AnOwnPlaceIsUnaskedIfNothingElseGoesThere) {
  void* const more = memory::registry().allocate(memory::MemoryType::kDevice, 4096, 0)->base;
  const abi::ParameterSlot parameters[] = {{0, 8}, {8, 8}};
  abi::KernelRow kernel{};
  kernel.parameters = parameters;
  const abi::PrivateAccess own = {
      .parameter = 1, .bytes = 4, .others = 1, .zero = 0, .steps = {0, 0, 0, 4, 0, 0, 0}};
  device::KernelPayload launch;
  launch.kernel = &kernel;
  const auto unasked = [&](void* other) {
    const void* const arguments[] = {other, memory};
    device::WatchedPlace place;
    place.threads = 64;
    place.extent[0] = 64;
    place.extent[1] = place.extent[2] = 1;
    place.grid[0] = place.grid[1] = place.grid[2] = 1;
    place.launch = &launch;
    place.kernel = &kernel;
    place.arguments = reinterpret_cast<const unsigned char*>(arguments);
    place.parameters = {.written = 2, .read = 0, .own = std::span(&own, 1)};
    blocks[0]->begins(place);
    const std::uint64_t answer = blocks[0]->unasked_parameters();
    blocks[0]->finishes();
    checker.has_ended(place.launch);
    return answer;
  };
  int unknown = 0;
  EXPECT_EQ(unasked(more), 2U);
  EXPECT_EQ(unasked(nullptr), 2U);
  EXPECT_EQ(unasked(static_cast<char*>(memory) + 1024), 0U);
  EXPECT_EQ(unasked(&unknown), 0U);
  (void)memory::registry().free(more);
}

// What an earlier block has left in the same line is not what the copy leaves there.
TEST(CopiesInSharedMemory, AreAtWorkBehindABarrierInTheSecondBlockToo) {
  alignas(64) std::array<std::uint32_t, 16> shared{};
  const auto at = reinterpret_cast<std::uintptr_t>(shared.data());
  int found = 0;
  BlockChecker checker{[&](const BlockProblem&) { ++found; }, true, false};
  const auto block = checker.watch_block();
  device::WatchedPlace place;
  place.threads = 64;
  place.grid[0] = 2;
  place.grid[1] = place.grid[2] = 1;
  place.shared = at;
  place.shared_bytes = sizeof shared;
  const auto copy_and_read = [&] {
    block->touches_together(
        {.first = 3, .mask = 1, .begin = at, .bytes = 4, .writes = true, .is_copy = true});
    block->passes_barrier();
    block->touches_together({.first = 40, .mask = 1, .begin = at, .bytes = 4, .reads = true});
    block->finishes();
  };
  for (std::uint32_t i = 0; i < 2; ++i) {
    place.block[0] = i;
    block->begins(place);
    copy_and_read();
    EXPECT_EQ(found, static_cast<int>(i) + 1);
  }
}

// What is missing in the order must not look like a race.
TEST_F(BlockCheckerTest, WithoutMemoryThereAreFewerFindingsNotMore) {
  const abi::KernelRow kernel{};
  for (int refused = 1; refused < 20; ++refused) {
    device::KernelPayload launch;
    launch.kernel = &kernel;
    device::WatchedPlace place;
    place.threads = 1;
    place.grid[0] = 2;
    place.grid[1] = place.grid[2] = 1;
    place.launch = &launch;
    for (std::uint32_t i = 0; i < 2; ++i) {
      place.block[0] = i;
      blocks[i]->begins(place);
    }
    refused_request = refused;
    write(0);
    fence(0);
    count(0);
    refused_request = 0;
    count(1);
    read(1);
    for (const auto& block : blocks) block->finishes();
    checker.has_ended(place.launch);
  }
  EXPECT_EQ(found, 0);
  refused_request = 1;
  device::WatchedPlace place;
  place.threads = 100'000;
  blocks[0]->begins(place);
  blocks[0]->touches_together(
      {.first = 99'999, .mask = 1, .begin = data, .bytes = 4, .writes = true});
  blocks[0]->passes_barrier();
  blocks[0]->ends(99'999);
  refused_request = 0;
  blocks[0]->finishes();
  EXPECT_EQ(found, 0);
}

}  // namespace
}  // namespace riffle::race
