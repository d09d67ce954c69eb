// SPDX-License-Identifier: Apache-2.0
// Bits of pages: every byte that was noted, and no other, against a map of bytes.
#include "device/cpu/access_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>

#include "device/cpu/launch.h"

namespace riffle::device {
namespace {

constexpr AccessSite kSites[] = {{.file = "a.cu", .function = "f", .line = 7},
                                 {.file = "a.cu", .function = "f", .line = 9}};
constexpr std::uint64_t kPage = std::uint64_t{1} << abi::kAccessPageBits;

using Bytes = std::map<std::pair<AccessKind, std::uint64_t>, bool>;

Bytes bytes_of(const std::vector<AccessRange>& ranges) {
  Bytes bytes;
  for (const AccessRange& range : ranges)
    for (std::uint64_t at = range.begin; at < range.end; ++at) bytes[{range.kind, at}] = true;
  return bytes;
}

TEST(AccessPages, RandomPiecesAreKeptToTheByte) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 6; ++round) {
    AccessPages first, second;
    Bytes expected;
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t begin = 5 * kPage - 300 + random() % (round % 2 == 0 ? 600 : 2 * kPage);
      const std::uint64_t bytes = random() % (i % 7 == 0 ? 3 * kPage : 130);
      const auto kind = static_cast<AccessKind>(random() % 3);
      (random() % 2 == 0 ? first : second).add(begin, bytes, kind, &kSites[random() % 2]);
      for (std::uint64_t at = begin; at < begin + bytes; ++at) expected[{kind, at}] = true;
    }
    first.merge(second);
    EXPECT_TRUE(second.is_empty());
    const std::vector<AccessRange> ranges = first.ranges();
    ASSERT_EQ(bytes_of(ranges), expected) << "round " << round;
    const auto is_before = [](const AccessRange& left, const AccessRange& right) {
      return std::pair(left.kind, left.begin) < std::pair(right.kind, right.begin);
    };
    ASSERT_TRUE(std::ranges::is_sorted(ranges, is_before));
  }
}

TEST(AccessPages, RunsOfOneLineAreOneRange) {
  AccessPages pages;
  pages.add(kPage - 4, 3 * kPage, AccessKind::kWrite, &kSites[0]);
  pages.add(4 * kPage, 64, AccessKind::kWrite, &kSites[1]);
  const std::vector<AccessRange> ranges = pages.ranges();
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].begin, kPage - 4);
  EXPECT_EQ(ranges[0].end, 4 * kPage - 4);
  EXPECT_EQ(ranges[0].site, &kSites[0]);
  EXPECT_EQ(ranges[1].site, &kSites[1]);
}

TEST(AccessPages, ExtraWordsAreTheNextPages) {
  AccessPages pages;
  abi::AccessBits* const bits = pages.bits(3, AccessKind::kRead);
  ASSERT_NE(bits, nullptr);
  bits->bytes[abi::kAccessWords - 1] = std::uint64_t{0xf} << 60;
  bits->sites[abi::kAccessWords - 1] = &kSites[0];
  bits->bytes[abi::kAccessWords] = 0xff;
  bits->sites[abi::kAccessWords] = &kSites[0];
  const std::vector<AccessRange> ranges = pages.ranges();
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].begin, 4 * kPage - 4);
  EXPECT_EQ(ranges[0].end, 4 * kPage + 8);
}

TEST(AccessNotes, AreHandedInWhenAThreadHasNotedMany) {
  const KernelPayload launch;
  auto notes = std::make_unique<AccessNotes>();
  notes->begin(launch, 0, false);
  constexpr std::uint64_t kPages = 5000;  // more than a thread keeps, and than there are slots
  for (std::uint64_t page = 1; page <= kPages; ++page)
    notes->note_range(page * kPage + 8, 4, AccessKind::kAtomic, &kSites[0]);
  for (std::uint64_t page = kPages; page >= 1; --page)
    notes->note_range(page * kPage + 12, 4, AccessKind::kAtomic, &kSites[0]);
  notes->finish();
  const auto summary = take_accesses(launch);
  ASSERT_TRUE(summary.has_value());
  ASSERT_TRUE(summary->is_complete);
  ASSERT_EQ(summary->ranges.size(), kPages);
  for (std::uint64_t i = 0; i < kPages; ++i) {
    EXPECT_EQ(summary->ranges[i].begin, (i + 1) * kPage + 8);
    EXPECT_EQ(summary->ranges[i].end, (i + 1) * kPage + 16);
  }
}

TEST(AccessNotes, StayWithTheThreadFromShareToShare) {
  std::array<KernelPayload, 2> launches;
  AccessNotes notes;
  const auto share = [&](const KernelPayload& launch, std::uint64_t address) {
    notes.begin(launch, 0, false);
    notes.note_range(address, 4, AccessKind::kWrite, &kSites[0]);
    notes.finish();
  };
  share(launches[0], 8 * kPage);
  share(launches[0], 8 * kPage + 4);
  EXPECT_TRUE(notes.is_left());
  share(launches[1], 8 * kPage + 100);  // the other launch goes on, elsewhere
  for (const auto& [launch, begin, end] :
       {std::tuple(&launches[0], 0, 8), std::tuple(&launches[1], 100, 104)}) {
    const auto summary = take_accesses(*launch);
    ASSERT_TRUE(summary.has_value());
    ASSERT_EQ(summary->ranges.size(), 1U);
    EXPECT_EQ(summary->ranges[0].begin, 8 * kPage + static_cast<std::uint64_t>(begin));
    EXPECT_EQ(summary->ranges[0].end, 8 * kPage + static_cast<std::uint64_t>(end));
  }
  EXPECT_FALSE(notes.is_left());
  // The next launch may have the payload of one that has ended.
  share(launches[1], 8 * kPage + 200);
  const auto again = take_accesses(launches[1]);
  ASSERT_TRUE(again.has_value());
  ASSERT_EQ(again->ranges.size(), 1U);
  EXPECT_EQ(again->ranges[0].begin, 8 * kPage + 200);
}

}  // namespace
}  // namespace riffle::device
