// SPDX-License-Identifier: Apache-2.0
// Blocks of one launch that tell each other through memory, as the code of kernels tells of it: before each access.
#include "race/block_checker.h"

#include <cstdlib>
#include <new>
#include <vector>

#include <gtest/gtest.h>

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
  void count(std::uint32_t block) {
    touch(block,
          {.begin = data + 64, .bytes = 4, .reads = true, .writes = true, .is_atomic = true});
  }

  void* memory = memory::registry().allocate(memory::Kind::kDevice, 4096, 0)->base;
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

TEST_F(BlockCheckerTest, WhoCountsLastKnowsOfAll) {
  write(0);
  count(0);
  count(1);
  read(1);
  EXPECT_EQ(found, 0);
}

// Both are told of before they are made: the one that was told of first may be the last.
TEST_F(BlockCheckerTest, WhoIsToldOfFirstMayCountLast) {
  count(1);
  write(0);
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
  void* const more = memory::registry().allocate(memory::Kind::kDevice, 4096, 0)->base;
  const auto other = reinterpret_cast<std::uintptr_t>(more);
  const abi::Parameter parameters[] = {{0, 8}, {8, 8}, {16, 8}};
  abi::Kernel kernel{};
  kernel.parameters = parameters;
  int unknown = 0;
  const auto only_read = [&](std::uintptr_t written) {
    const std::uintptr_t arguments[] = {data + 8, other, written};
    device::WatchedPlace place;
    place.threads = 1;
    place.grid[0] = place.grid[1] = place.grid[2] = 1;
    place.launch = reinterpret_cast<const device::KernelPayload*>(&kernel);
    place.kernel = &kernel;
    place.arguments = reinterpret_cast<const unsigned char*>(arguments);
    place.parameters = {.written = 4, .read = 3};
    blocks[0]->begins(place);
    const std::uint64_t answer = blocks[0]->only_read_parameters();
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

// What is missing in the order must not look like a race.
TEST_F(BlockCheckerTest, WithoutMemoryThereAreFewerFindingsNotMore) {
  for (int refused = 1; refused < 20; ++refused) {
    device::WatchedPlace place;
    place.threads = 1;
    place.grid[0] = 2;
    place.grid[1] = place.grid[2] = 1;
    place.launch = reinterpret_cast<const device::KernelPayload*>(data + refused);
    for (std::uint32_t i = 0; i < 2; ++i) {
      place.block[0] = i;
      blocks[i]->begins(place);
    }
    refused_request = refused;
    write(0);
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
