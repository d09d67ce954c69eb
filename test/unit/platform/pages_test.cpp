// SPDX-License-Identifier: Apache-2.0
#include "platform/pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

#include "platform/fault_injection.h"

namespace riffle::platform {
namespace {

/// Whether the system lets us read this page: asked without touching it.
bool is_accessible(void* page) {
  return madvise(page, kPageBytes, 23 /* MADV_POPULATE_WRITE */) == 0;
}

TEST(PagesTest, ReservedPagesHaveNoAccessUntilCommitted) {
  auto* const pages = static_cast<std::byte*>(reserve_pages(4 * kPageBytes));
  ASSERT_NE(pages, nullptr);
  EXPECT_FALSE(is_accessible(pages));
  ASSERT_TRUE(commit_pages(pages + kPageBytes, kPageBytes));
  EXPECT_FALSE(is_accessible(pages));
  EXPECT_TRUE(is_accessible(pages + kPageBytes));
  EXPECT_EQ(pages[kPageBytes], std::byte{0});
  release_pages(pages, 4 * kPageBytes);
}

TEST(PagesTest, ReservationIsAligned) {
  for (const std::size_t alignment : {kPageBytes, std::size_t{64} << 10, kHugePageBytes}) {
    void* const pages = reserve_pages(3 * kPageBytes, alignment);
    ASSERT_NE(pages, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages) % alignment, 0u);
    release_pages(pages, 3 * kPageBytes);
  }
}

TEST(PagesTest, ReadableBytesEndWhereThePagesDo) {
  auto* const pages = static_cast<std::byte*>(reserve_pages(1024 * kPageBytes));
  ASSERT_NE(pages, nullptr);
  EXPECT_EQ(readable_bytes(pages, 10), 0u);
  ASSERT_TRUE(commit_pages(pages, 1000 * kPageBytes));
  EXPECT_EQ(readable_bytes(pages, 0), 0u);
  EXPECT_EQ(readable_bytes(pages, 10), 10u);
  EXPECT_EQ(readable_bytes(pages + 7, 3 * kPageBytes), 3 * kPageBytes);
  EXPECT_EQ(readable_bytes(pages, 1000 * kPageBytes), 1000 * kPageBytes);
  EXPECT_EQ(readable_bytes(pages + 100, 1000 * kPageBytes), 1000 * kPageBytes - 100);
  EXPECT_EQ(readable_bytes(pages + 100, SIZE_MAX), 1000 * kPageBytes - 100);
  EXPECT_EQ(readable_bytes(nullptr, 100), 0u);
  EXPECT_EQ(readable_bytes(reinterpret_cast<void*>(UINTPTR_MAX), 100), 0u);
  release_pages(pages, 1024 * kPageBytes);
}

TEST(PagesTest, DiscardedPagesReadZero) {
  auto* const pages = static_cast<std::byte*>(allocate_pages(kPageBytes));
  ASSERT_NE(pages, nullptr);
  std::memset(pages, 1, kPageBytes);
  discard_pages(pages, kPageBytes);
  EXPECT_EQ(pages[100], std::byte{0});
  ASSERT_TRUE(guard_pages(pages, kPageBytes));
  EXPECT_FALSE(is_accessible(pages));
  release_pages(pages, kPageBytes);
}

TEST(PagesTest, AbsurdSizesAreRefused) {
  EXPECT_EQ(allocate_pages(std::size_t{1} << 60), nullptr);
  EXPECT_EQ(allocate_pages(SIZE_MAX & ~(kPageBytes - 1), kHugePageBytes), nullptr);
}

TEST(PagesTest, EachRequestCanBeRefused) {
  for (std::uint64_t nth = 1; nth <= 2; ++nth) {
    refuse_requests(Request::kPages, nth);
    EXPECT_EQ(allocate_pages(kPageBytes), nullptr) << nth;
  }
  refuse_requests(Request::kPages, 0);
  void* const pages = allocate_pages(kPageBytes);
  EXPECT_NE(pages, nullptr);
  release_pages(pages, kPageBytes);
}

}  // namespace
}  // namespace riffle::platform
