// SPDX-License-Identifier: Apache-2.0
// The allocator against a model: no overlaps, contents kept, limits exact, lookup right.
#include "runtime/memory/allocator.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "base/options.h"
#include "runtime/memory/size_class.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

TEST(SizeClass, EverySizeFitsItsClassAndLosesAtMostAFifth) {
  for (std::size_t bytes = 1; bytes <= kLargestUnitBytes; bytes += bytes < 8192 ? 1 : 509) {
    const std::size_t unit = class_bytes(size_class(bytes));
    ASSERT_GE(unit, bytes);
    ASSERT_EQ(unit % kSmallestUnitBytes, 0u);
    if (bytes > 2048) {
      ASSERT_LE(unit - bytes, unit / 5 + kSmallestUnitBytes);
    }
    ASSERT_TRUE(size_class(bytes) == 0 || class_bytes(size_class(bytes) - 1) < bytes) << bytes;
  }
}

TEST(Allocator, AlignsAndFindsInteriorPointers) {
  Allocator allocator(MemoryType::kDevice, 256 * kMebibyte);
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{511}, std::size_t{100'000}, 3 * kMebibyte}) {
    const auto made = allocator.allocate(bytes, 3, 5);
    ASSERT_TRUE(made);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(made->base) % kAlignment, 0u);
    const auto inside = allocator.find(made->base + bytes - 1);
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->base, made->base);
    EXPECT_EQ(inside->bytes, bytes);
    EXPECT_EQ(inside->device, 3);
    EXPECT_EQ(inside->flags, 5u);
    EXPECT_EQ(inside->id, made->id);
    EXPECT_FALSE(allocator.find(made->base + bytes)) << "one past the end of " << bytes;
  }
}

TEST(Allocator, LimitIsExact) {
  Allocator allocator(MemoryType::kDevice, kMebibyte);
  const auto half = allocator.allocate(kMebibyte / 2, 0, 0);
  ASSERT_TRUE(half);
  const auto rest = allocator.allocate(kMebibyte / 2, 0, 0);
  ASSERT_TRUE(rest);
  const auto over = allocator.allocate(1, 0, 0);
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, Code::kOutOfMemory);
  ASSERT_TRUE(allocator.free(half->base));
  EXPECT_TRUE(allocator.allocate(kMebibyte / 2, 0, 0));
  EXPECT_EQ(allocator.usage().used_bytes, kMebibyte);
  EXPECT_FALSE(allocator.allocate(SIZE_MAX, 0, 0));
}

TEST(Allocator, FreeOfWhatIsNotAnAllocationIsRefused) {
  Allocator allocator(MemoryType::kDevice, 64 * kMebibyte);
  const auto small = allocator.allocate(1000, 0, 0);
  const auto large = allocator.allocate(4 * kMebibyte, 0, 0);
  ASSERT_TRUE(small && large);
  int local = 0;
  EXPECT_EQ(allocator.free(&local).error().code, Code::kInvalidValue);
  EXPECT_EQ(allocator.free(small->base + 1).error().code, Code::kInvalidValue);
  EXPECT_EQ(allocator.free(large->base + 4096).error().code, Code::kInvalidValue);
  EXPECT_TRUE(allocator.free(large->base));
  EXPECT_FALSE(allocator.find(large->base));
  EXPECT_EQ(allocator.free(large->base).error().code, Code::kInvalidValue);
  EXPECT_TRUE(allocator.queue_free(small->base));
  EXPECT_TRUE(allocator.find(small->base)->free_is_queued);
  EXPECT_EQ(allocator.queue_free(small->base).error().code, Code::kInvalidValue);
  EXPECT_TRUE(allocator.free(small->base));
}

TEST(Allocator, FreesOnlyTheAllocationsOfOneDevice) {
  Allocator allocator(MemoryType::kPinned, 64 * kMebibyte);
  std::vector<Allocation> kept;
  for (int i = 0; i < 100; ++i) {
    const auto made = allocator.allocate(i % 10 == 0 ? kMebibyte : 600, i % 2, 0);
    ASSERT_TRUE(made);
    if (i % 2 == 1) kept.push_back(*made);
  }
  allocator.free_all(0);
  std::size_t expected = 0;
  for (const Allocation& allocation : kept) {
    ASSERT_TRUE(allocator.find(allocation.base));
    expected += (allocation.bytes + 511) / 512 * 512;
  }
  EXPECT_EQ(allocator.usage().used_bytes, expected);
  allocator.free_all(1);
  EXPECT_EQ(allocator.usage().used_bytes, 0u);
}

// Random sizes against a map; each allocation carries a pattern, so that an overlap shows.
TEST(Allocator, AgreesWithAModel) {
  const std::uint64_t seed = options().seed != 0 ? options().seed : 20260117;
  SCOPED_TRACE("RIFFLE_SEED=" + std::to_string(seed));
  std::mt19937_64 random(seed);
  constexpr std::size_t kLimit = 96 * kMebibyte;
  Allocator allocator(MemoryType::kDevice, kLimit);
  struct Expected {
    std::size_t bytes;
    unsigned char pattern;
  };
  std::map<char*, Expected> model;
  std::size_t used = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (random() % 100 < 55) {
      const auto log = random() % 23;
      const std::size_t bytes = 1 + random() % (std::size_t{1} << log);
      const std::size_t counted = (bytes + 511) / 512 * 512;
      const auto made = allocator.allocate(bytes, 0, 0);
      ASSERT_EQ(made.has_value(), used + counted <= kLimit);
      if (!made) continue;
      const auto next = model.upper_bound(made->base);
      ASSERT_TRUE(next == model.end() || made->base + bytes <= next->first);
      ASSERT_TRUE(next == model.begin() ||
                  std::prev(next)->first + std::prev(next)->second.bytes <= made->base);
      const auto pattern = static_cast<unsigned char>(random());
      made->base[0] = static_cast<char>(pattern);
      made->base[bytes - 1] = static_cast<char>(pattern);
      model[made->base] = {bytes, pattern};
      used += counted;
    } else if (!model.empty()) {
      auto chosen = model.lower_bound(model.begin()->first + random() % (std::size_t{1} << 28));
      if (chosen == model.end()) chosen = model.begin();
      const auto [base, expected] = *chosen;
      ASSERT_EQ(static_cast<unsigned char>(base[0]), expected.pattern);
      ASSERT_EQ(static_cast<unsigned char>(base[expected.bytes - 1]), expected.pattern);
      const auto found = allocator.find(base + random() % expected.bytes);
      ASSERT_TRUE(found);
      ASSERT_EQ(found->base, base);
      ASSERT_EQ(found->bytes, expected.bytes);
      ASSERT_TRUE(allocator.free(base));
      ASSERT_FALSE(allocator.find(base));
      used -= (expected.bytes + 511) / 512 * 512;
      model.erase(chosen);
    }
    ASSERT_EQ(allocator.usage().used_bytes, used);
    ASSERT_LE(used + allocator.usage().warm_bytes, kLimit + 2 * kSlotBytes);
  }
}

TEST(Allocator, ThreadsDoNotMeet) {
  Allocator allocator(MemoryType::kDevice, 64 * kMebibyte);
  std::vector<std::thread> threads;
  for (int number = 0; number < 3; ++number) {
    threads.emplace_back([&allocator, number] {
      std::mt19937 random(static_cast<unsigned>(number));
      for (int step = 0; step < 2000; ++step) {
        const std::size_t bytes = 1 + random() % (step % 50 == 0 ? kMebibyte : 5000);
        const auto made = allocator.allocate(bytes, number, 0);
        ASSERT_TRUE(made);
        made->base[0] = static_cast<char>(number);
        made->base[bytes - 1] = static_cast<char>(number);
        ASSERT_TRUE(allocator.find(made->base));
        ASSERT_EQ(made->base[0], static_cast<char>(number));
        ASSERT_TRUE(allocator.free(made->base));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(allocator.usage().used_bytes, 0u);
}

}  // namespace
}  // namespace riffle::memory
