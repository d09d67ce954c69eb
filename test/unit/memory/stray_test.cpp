// SPDX-License-Identifier: Apache-2.0
// Bytes that kernels touched and nobody has.
#include "runtime/memory/stray.h"

#include <gtest/gtest.h>

namespace riffle::memory {
namespace {

using device::AccessKind;
using device::AccessRange;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

class StrayTest : public testing::Test {
 protected:
  static AccessRange range(const char* base, std::size_t begin, std::size_t end) {
    const auto start = reinterpret_cast<std::uintptr_t>(base);
    return {start + begin, start + end, AccessKind::kWrite, &site_};
  }
  static std::uintptr_t address(const char* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
  }

  Registry registry_{64 * kMebibyte, 64 * kMebibyte};
  static constexpr device::AccessSite site_{.file = "a.cu", .function = "f", .line = 3};
};

TEST_F(StrayTest, WhatIsAllocatedIsNotStray) {
  const auto small = registry_.allocate(Kind::kDevice, 1000, 0);
  const auto large = registry_.allocate(Kind::kManaged, 3 * kMebibyte, 0);
  ASSERT_TRUE(small && large);
  int own = 0;
  const AccessRange ranges[] = {range(small->base, 0, 1000), range(large->base, 5, 3 * kMebibyte),
                                range(reinterpret_cast<const char*>(&own), 0, sizeof own)};
  EXPECT_TRUE(find_strays(registry_, ranges).empty());
}

TEST_F(StrayTest, BytesBehindTheEndAreNamedWithTheAllocation) {
  const auto memory = registry_.allocate(Kind::kDevice, 1000, 0);
  ASSERT_TRUE(memory);
  const AccessRange ranges[] = {range(memory->base, 996, 1004)};
  const auto strays = find_strays(registry_, ranges);
  ASSERT_EQ(strays.size(), 1U);
  EXPECT_EQ(strays[0].range.begin, address(memory->base) + 1000);
  EXPECT_EQ(strays[0].range.end, address(memory->base) + 1004);
  EXPECT_EQ(strays[0].range.kind, AccessKind::kWrite);
  EXPECT_EQ(strays[0].range.site, &site_);
  ASSERT_TRUE(strays[0].before.has_value());
  EXPECT_EQ(strays[0].before->base, memory->base);
}

TEST_F(StrayTest, FreedMemoryIsOneStrayPieceUpToTheNextAllocation) {
  const auto first = registry_.allocate(Kind::kDevice, 512, 0);
  const auto freed = registry_.allocate(Kind::kDevice, 512, 0);
  const auto last = registry_.allocate(Kind::kDevice, 512, 0);
  ASSERT_TRUE(first && freed && last);
  ASSERT_TRUE(registry_.free(freed->base));
  const AccessRange ranges[] = {range(freed->base, 8, 400)};
  const auto strays = find_strays(registry_, ranges);
  ASSERT_EQ(strays.size(), 1U);
  EXPECT_EQ(strays[0].range.begin, address(freed->base) + 8);
  EXPECT_EQ(strays[0].range.end, address(freed->base) + 400);
}

}  // namespace
}  // namespace riffle::memory
