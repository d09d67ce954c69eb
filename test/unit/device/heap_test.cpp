// SPDX-License-Identifier: Apache-2.0
// The device heap: its limit, reuse, alignment, and use from many threads.
#include "device/cpu/heap.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "device/cpu/device_heap.h"

namespace riffle::device {
namespace {

constexpr int kDevice = 0;

class HeapTest : public testing::Test {
 protected:
  void SetUp() override { reset_heap(kDevice); }
  void TearDown() override { reset_heap(kDevice); }
};

TEST_F(HeapTest, ZeroBytesAreNull) { EXPECT_EQ(heap_allocate(kDevice, 0), nullptr); }

TEST_F(HeapTest, IsAlignedAndExhaustible) {
  int blocks = 0;
  while (void* block = heap_allocate(kDevice, 1 << 20)) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0u);
    ASSERT_LT(++blocks, 100);
  }
  EXPECT_EQ(blocks, 7);  // of 8 MiB; an H200 has room for 6
  EXPECT_EQ(heap_allocate(kDevice, ~std::uint64_t{0}), nullptr);
}

TEST_F(HeapTest, AlignmentsLeaveNoHoles) {
  std::vector<void*> blocks;
  for (std::uint64_t alignment = 1; alignment <= 1 << 16; alignment *= 2) {
    blocks.push_back(heap_allocate(kDevice, 48, alignment));
    ASSERT_NE(blocks.back(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.back()) % alignment, 0u);
  }
  for (void* block : blocks) EXPECT_EQ(heap_free(kDevice, block), HeapFree::kDone);
  EXPECT_NE(heap_allocate(kDevice, (8 << 20) - 16), nullptr);
}

TEST_F(HeapTest, OddAlignmentsAreNull) {
  EXPECT_EQ(heap_allocate(kDevice, 48, 0), nullptr);
  EXPECT_EQ(heap_allocate(kDevice, 48, 24), nullptr);
  EXPECT_EQ(heap_allocate(kDevice, 48, std::uint64_t{1} << 63), nullptr);
}

TEST_F(HeapTest, LimitIsFixedByTheFirstUse) {
  EXPECT_EQ(heap_bytes(kDevice), kHeapBytesDefault);
  EXPECT_TRUE(set_heap_bytes(kDevice, 64 << 20));
  EXPECT_NE(heap_allocate(kDevice, 32 << 20), nullptr);
  EXPECT_FALSE(set_heap_bytes(kDevice, 8 << 20));
  reset_heap(kDevice);
  EXPECT_EQ(heap_bytes(kDevice), kHeapBytesDefault);
}

TEST_F(HeapTest, EachDeviceHasItsOwn) {
  reset_heap(1);
  void* const kept = heap_allocate(1, 64);
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(heap_free(kDevice, kept), HeapFree::kForeign);
  EXPECT_NE(heap_allocate(kDevice, 64), nullptr);
  reset_heap(kDevice);
  EXPECT_TRUE(set_heap_bytes(kDevice, 1 << 20));
  EXPECT_EQ(heap_bytes(1), kHeapBytesDefault);
  EXPECT_EQ(heap_free(1, kept), HeapFree::kDone);
  reset_heap(1);
}

TEST_F(HeapTest, FreedNeighboursJoin) {
  void* blocks[4];
  for (void*& block : blocks) block = heap_allocate(kDevice, (2 << 20) - 16);
  EXPECT_EQ(heap_allocate(kDevice, 16), nullptr);
  for (const int index : {1, 3, 0, 2})
    EXPECT_EQ(heap_free(kDevice, blocks[index]), HeapFree::kDone);
  EXPECT_EQ(heap_allocate(kDevice, 8 << 20), nullptr);
  EXPECT_NE(heap_allocate(kDevice, (8 << 20) - 16), nullptr);
}

TEST_F(HeapTest, BadPointersAreTold) {
  auto* block = static_cast<unsigned char*>(heap_allocate(kDevice, 100));
  int host = 0;
  EXPECT_EQ(heap_free(kDevice, block + 16), HeapFree::kNotAllocated);
  EXPECT_EQ(heap_free(kDevice, &host), HeapFree::kForeign);
  EXPECT_EQ(heap_free(kDevice, block), HeapFree::kDone);
  EXPECT_EQ(heap_free(kDevice, block), HeapFree::kNotAllocated);
}

TEST_F(HeapTest, AllocationsOfManyThreadsDoNotOverlap) {
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([seed] {
      std::mt19937 random(seed);
      struct Block {
        unsigned char* memory;
        std::size_t bytes;
        unsigned char mark;
      };
      std::vector<Block> blocks;
      for (int step = 0; step < 5000; ++step) {
        if (blocks.size() < 50 && random() % 2 == 0) {
          const std::size_t bytes = 1 + random() % 3000;
          auto* memory = static_cast<unsigned char*>(heap_allocate(kDevice, bytes));
          ASSERT_NE(memory, nullptr);
          const auto mark = static_cast<unsigned char>(random());
          std::memset(memory, mark, bytes);
          blocks.push_back({memory, bytes, mark});
        } else if (!blocks.empty()) {
          std::swap(blocks[random() % blocks.size()], blocks.back());
          const Block block = blocks.back();
          blocks.pop_back();
          for (std::size_t index = 0; index < block.bytes; ++index)
            ASSERT_EQ(block.memory[index], block.mark);
          ASSERT_EQ(heap_free(kDevice, block.memory), HeapFree::kDone);
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace riffle::device
