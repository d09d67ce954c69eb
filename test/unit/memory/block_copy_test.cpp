// SPDX-License-Identifier: Apache-2.0
// The streaming loops: every alignment and length near their edges, and nothing written outside; when they are used.
#include "runtime/memory/block_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "runtime/engine/host_look.h"
#include "runtime/memory/copy_run.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kRoom = 1200;

void expect_exact(void (*copy)(void*, const void*, std::size_t) noexcept) {
  std::vector<unsigned char> source(kRoom);
  std::iota(source.begin(), source.end(), static_cast<unsigned char>(1));
  for (std::size_t offset = 0; offset < 70; offset += 7) {
    for (std::size_t bytes = 0; bytes + offset + 8 < kRoom; bytes += bytes < 140 ? 1 : 61) {
      std::vector<unsigned char> destination(kRoom, 0xee);
      copy(destination.data() + offset, source.data() + 3, bytes);
      ASSERT_TRUE(std::equal(source.begin() + 3,
                             source.begin() + 3 + static_cast<std::ptrdiff_t>(bytes),
                             destination.begin() + static_cast<std::ptrdiff_t>(offset)));
      ASSERT_EQ(static_cast<std::size_t>(
                    std::count(destination.begin(),
                               destination.begin() + static_cast<std::ptrdiff_t>(offset), 0xee)),
                offset);
      ASSERT_EQ(destination[offset + bytes], 0xee) << offset << " " << bytes;
    }
  }
}

TEST(BlockCopy, CopiesExactlyTheBytesAsked) {
  expect_exact(copy_streaming);
  expect_exact(copy_kept);
}

TEST(BlockCopy, FillsExactlyTheBytesAsked) {
  for (std::size_t offset = 0; offset < 70; offset += 7) {
    for (std::size_t bytes = 0; bytes + offset + 8 < kRoom; bytes += bytes < 140 ? 1 : 61) {
      std::vector<unsigned char> destination(kRoom, 0xee);
      fill_streaming(destination.data() + offset, 0x5a, bytes);
      ASSERT_EQ(static_cast<std::size_t>(std::count(destination.begin(), destination.end(), 0x5a)),
                bytes);
      ASSERT_EQ(static_cast<std::size_t>(std::count(
                    destination.begin() + static_cast<std::ptrdiff_t>(offset),
                    destination.begin() + static_cast<std::ptrdiff_t>(offset + bytes), 0x5a)),
                bytes);
    }
  }
}

TEST(CopyRun, CopiesWithoutAKernelInBetweenCountAsOne) {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  CopyRun run;
  std::size_t total = kMebibyte;
  for (; total < streaming_threshold_bytes(); total += kMebibyte) ASSERT_FALSE(run.add(kMebibyte));
  EXPECT_TRUE(run.add(kMebibyte));
  EXPECT_TRUE(run.add(kMebibyte));
  EXPECT_FALSE(run.add(kMebibyte / 2)) << "short ones are left alone";
  run.end();
  EXPECT_FALSE(run.add(kMebibyte)) << "after a kernel";
  run.end();
  EXPECT_TRUE(run.add(streaming_threshold_bytes())) << "one that is large itself";
}

TEST(CopyRun, CopiesToAHostCountAsOneUntilItLooks) {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  CopyRun run;
  engine::note_host_look();
  const auto fill_up = [&run] {
    std::size_t total = kMebibyte;
    for (; total < streaming_threshold_bytes(); total += kMebibyte) {
      if (run.add_to_host(kMebibyte)) return false;
      run.end();
    }
    return run.add_to_host(kMebibyte);
  };
  EXPECT_TRUE(fill_up()) << "kernels in between read nothing of it";
  run.end();
  EXPECT_FALSE(run.add(kMebibyte)) << "what kernels read";
  run.end();
  EXPECT_FALSE(run.add_to_host(kMebibyte / 2)) << "short ones are left alone";
  EXPECT_TRUE(run.add_to_host(kMebibyte));
  run.end();
  engine::note_host_look();
  EXPECT_TRUE(fill_up()) << "anew when a host has looked";
}

}  // namespace
}  // namespace riffle::memory
