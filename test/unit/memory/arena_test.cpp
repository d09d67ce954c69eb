// SPDX-License-Identifier: Apache-2.0
// The arena: what is accessible when, and that pages are kept for reuse within the limit.
#include "runtime/memory/arena.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "platform/fault_injection.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

std::size_t resident_pages(char* address, std::size_t bytes) {
  std::vector<unsigned char> pages((bytes + 4095) / 4096);
  EXPECT_EQ(mincore(address, bytes, pages.data()), 0);
  std::size_t resident = 0;
  for (const unsigned char page : pages) resident += page & 1u;
  return resident;
}

TEST(Arena, GivesAlignedBytesThatCanBeWritten) {
  Arena arena(64 * kMebibyte, 64 * kMebibyte);
  const auto extent = arena.allocate(5 * kMebibyte + 100);
  ASSERT_TRUE(extent);
  char* const bytes = arena.address(extent->first);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes) % kSlotBytes, 0u);
  EXPECT_GE(extent->accessible_bytes, 5 * kMebibyte + 100);
  std::memset(bytes, 7, extent->accessible_bytes);
}

constexpr std::size_t kGibibyte = 1024 * kMebibyte;

/// Ends with 0 when the arena has some of `bytes` more addresses, and the rest of the process nearly half.
[[noreturn]] void reserve_within(std::size_t bytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit space{.rlim_cur = pages * 4096 + bytes, .rlim_max = RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &space) != 0) std::_Exit(2);
  const Arena arena(64 * kGibibyte, 64 * kMebibyte);
  void* const rest = mmap(nullptr, bytes / 2 - 64 * kMebibyte, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  std::_Exit(arena.capacity_slots() * kSlotBytes < bytes / 8 || rest == MAP_FAILED ? 1 : 0);
}

TEST(ArenaDeathTest, LeavesRoomWhereTheAddressSpaceIsLimited) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const std::size_t bytes : {4 * kGibibyte, 6 * kGibibyte, 7 * kGibibyte})
    EXPECT_EXIT(reserve_within(bytes), ::testing::ExitedWithCode(0), "") << bytes;
}

TEST(ArenaDeathTest, FaultsBehindTheEndAndAfterRelease) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Arena arena(64 * kMebibyte, 64 * kMebibyte);
  for (const std::size_t bytes : {kSlotBytes, 4 * kMebibyte, 3 * kMebibyte + 4096}) {
    const auto extent = arena.allocate(bytes);
    ASSERT_TRUE(extent);
    volatile char* const address = arena.address(extent->first);
    EXPECT_DEATH(address[extent->accessible_bytes] = 1, "");
    arena.release(*extent);
    EXPECT_DEATH(address[0] = 1, "");
  }
}

TEST(Arena, KeepsPagesForTheNextUser) {
  Arena arena(64 * kMebibyte, 64 * kMebibyte);
  const auto first = arena.allocate(4 * kMebibyte);
  ASSERT_TRUE(first);
  char* const bytes = arena.address(first->first);
  std::memset(bytes, 1, 4 * kMebibyte);
  arena.release(*first);
  EXPECT_EQ(arena.warm_bytes(), 4 * kMebibyte);
  const auto second = arena.allocate(4 * kMebibyte);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->first, first->first);
  EXPECT_EQ(arena.warm_bytes(), 0u);
  EXPECT_EQ(resident_pages(bytes, 4 * kMebibyte), 1024u);  // nothing to fault in again
}

TEST(Arena, SpreadsStartsAndKeepsThoseOfWhatIsReady) {
  Arena arena(256 * kMebibyte, 256 * kMebibyte, Arena::Guard::kLater);
  std::vector<Extent> extents;
  for (int i = 0; i < 8; ++i) {
    const auto extent = arena.allocate(4 * kMebibyte, Arena::Start::kSpread);
    ASSERT_TRUE(extent);
    for (const Extent& other : extents) EXPECT_NE(other.offset_bytes, extent->offset_bytes);
    EXPECT_GE(extent->accessible_bytes, extent->offset_bytes + 4 * kMebibyte);
    EXPECT_LT(extent->accessible_bytes, extent->count * kSlotBytes);
    extents.push_back(*extent);
  }
  // The same again asks nothing of the system.
  for (const Extent& extent : extents) {
    arena.release(extent);
    platform::refuse_requests(platform::Request::kPages, 1);
    const auto again = arena.allocate(4 * kMebibyte, Arena::Start::kSpread);
    platform::refuse_requests(platform::Request::kPages, 0);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->first, extent.first);
    EXPECT_EQ(again->offset_bytes, extent.offset_bytes);
  }
  // Whoever wants a slot's start gets it, also where another's was elsewhere.
  arena.release(extents.back());
  const auto aligned = arena.allocate(4 * kMebibyte);
  ASSERT_TRUE(aligned);
  EXPECT_EQ(aligned->first, extents.back().first);
  EXPECT_EQ(aligned->offset_bytes, 0u);
}

TEST(Arena, GivesPagesBackAboveItsWarmLimit) {
  Arena arena(64 * kMebibyte, 3 * kMebibyte);
  const auto extent = arena.allocate(4 * kMebibyte);
  ASSERT_TRUE(extent);
  char* const bytes = arena.address(extent->first);
  std::memset(bytes, 1, 4 * kMebibyte);
  arena.release(*extent);
  EXPECT_EQ(arena.warm_bytes(), 0u);
  EXPECT_EQ(resident_pages(bytes, 4 * kMebibyte), 0u);
}

TEST(Arena, UsesItsWholeRangeAgainAfterHoles) {
  Arena arena(32 * kMebibyte, 64 * kMebibyte);  // 16 slots
  std::vector<Extent> extents;
  while (const auto extent = arena.allocate(kSlotBytes)) extents.push_back(*extent);
  EXPECT_EQ(extents.size(), 8u);  // one slot and the one that guards it, each
  for (const Extent& extent : extents) arena.release(extent);
  EXPECT_TRUE(arena.allocate(14 * kMebibyte));  // holes have joined
}

TEST(Arena, AnswersOutOfMemoryWhenTheSystemRefuses) {
  Arena arena(64 * kMebibyte, 64 * kMebibyte);
  platform::refuse_requests(platform::Request::kPages, 1);
  const auto refused = arena.allocate(kMebibyte);
  platform::refuse_requests(platform::Request::kPages, 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kOutOfMemory);
  EXPECT_TRUE(arena.allocate(kMebibyte));
}

TEST(Arena, TooLargeIsOutOfMemory) {
  Arena arena(8 * kMebibyte, 0);
  EXPECT_FALSE(arena.allocate(std::size_t{1} << 60));
  EXPECT_FALSE(arena.allocate(SIZE_MAX));
}

}  // namespace
}  // namespace riffle::memory
