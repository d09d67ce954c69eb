// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/virtual_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "runtime/memory/registry.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kSize = kMappingGranularity;

std::shared_ptr<Physical> make(std::size_t bytes = kSize, bool is_shareable = false) {
  auto made = Physical::create(bytes, 0, is_shareable);
  return made ? *made : nullptr;
}

TEST(VirtualMemory, NeighboursAreOneAllocationWhereAccessible) {
  char* const base = *reserve_addresses(4 * kSize, 0, nullptr);
  ASSERT_TRUE(map_memory(base, make()));
  ASSERT_TRUE(map_memory(base + kSize, make(2 * kSize)));
  EXPECT_FALSE(registry().find(base));
  EXPECT_TRUE(registry().is_own_address(base + 3 * kSize));
  ASSERT_TRUE(set_access(base, 3 * kSize, 0, AccessRights::kReadWrite));
  const auto found = registry().find(base + 3 * kSize - 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->base, base);
  EXPECT_EQ(found->bytes, 3 * kSize);
  EXPECT_FALSE(registry().find(base + 3 * kSize));
  ASSERT_TRUE(unmap_memory(base, kSize));
  EXPECT_FALSE(registry().find(base));
  EXPECT_EQ(registry().find(base + kSize)->base, base + kSize);
  EXPECT_FALSE(free_addresses(base, 4 * kSize));
  ASSERT_TRUE(unmap_memory(base + kSize, 2 * kSize));
  ASSERT_TRUE(free_addresses(base, 4 * kSize));
  EXPECT_FALSE(registry().is_own_address(base));
}

TEST(VirtualMemory, AdjacentReservationsAreAsOne) {
  char* const whole = *reserve_addresses(2 * kSize, 0, nullptr);
  ASSERT_TRUE(free_addresses(whole, 2 * kSize));
  ASSERT_EQ(*reserve_addresses(kSize, 0, whole), whole);
  ASSERT_EQ(*reserve_addresses(kSize, 0, whole + kSize), whole + kSize);
  EXPECT_FALSE(map_memory(whole + kSize, make(2 * kSize)));
  ASSERT_TRUE(map_memory(whole, make(2 * kSize)));
  EXPECT_FALSE(free_addresses(whole + kSize, kSize));
  ASSERT_TRUE(unmap_memory(whole, 2 * kSize));
  ASSERT_TRUE(free_addresses(whole, kSize));
  ASSERT_TRUE(free_addresses(whole + kSize, kSize));
}

// Made to be shared is not shared.
TEST(VirtualMemory, OthersMayHaveMemoryFromTheExportOn) {
  char* const base = *reserve_addresses(2 * kSize, 0, nullptr);
  {
    const auto memory = make(kSize, true);
    EXPECT_TRUE(places_of(*memory).empty());
    ASSERT_TRUE(map_memory(base + kSize, memory));
    EXPECT_EQ(places_of(*memory), std::vector{base + kSize});
    EXPECT_FALSE(memory->is_shared());
    const int descriptor = *memory->export_descriptor();
    EXPECT_TRUE(memory->is_shared());
    EXPECT_TRUE((*Physical::import(descriptor, 0))->is_shared());
    close(descriptor);
    EXPECT_FALSE(make(kSize)->export_descriptor());
  }
  ASSERT_TRUE(unmap_memory(base + kSize, kSize));
  ASSERT_TRUE(free_addresses(base, 2 * kSize));
}

TEST(VirtualMemory, MemoryAtTwoPlacesAndThroughADescriptor) {
  const std::size_t before = registry().device_usage(0).used_bytes;
  char* const base = *reserve_addresses(2 * kSize, 0, nullptr);
  {
    const auto memory = make(kSize, true);
    EXPECT_EQ(registry().device_usage(0).used_bytes, before + kSize);
    const auto descriptor = memory->export_descriptor();
    ASSERT_TRUE(descriptor);
    EXPECT_NE(ftruncate(*descriptor, 0), 0);
    const auto again = Physical::import(*descriptor, 0);
    close(*descriptor);
    ASSERT_TRUE(again);
    ASSERT_TRUE(map_memory(base, memory));
    ASSERT_TRUE(map_memory(base + kSize, *again));
  }
  ASSERT_TRUE(set_access(base, 2 * kSize, 0, AccessRights::kReadWrite));
  // The compiler knows that these are two places.
  volatile char* const seen = base;
  seen[5] = 42;
  EXPECT_EQ(seen[kSize + 5], 42);
  ASSERT_TRUE(unmap_memory(base, 2 * kSize));
  EXPECT_EQ(registry().device_usage(0).used_bytes, before);
  ASSERT_TRUE(free_addresses(base, 2 * kSize));
  EXPECT_FALSE(make()->export_descriptor());
  const int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_FALSE(Physical::import(other, 0));
  close(other);
}

TEST(VirtualMemory, ADeviceHasNoMoreThanItHas) {
  const std::size_t limit = registry().device_usage(0).limit_bytes;
  EXPECT_EQ(Physical::create(limit / kSize * kSize + kSize, 0, false).error().code,
            Code::kOutOfMemory);
}

}  // namespace
}  // namespace riffle::memory
