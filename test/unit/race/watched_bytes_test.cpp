// SPDX-License-Identifier: Apache-2.0
// What instrumented host code finds out before its accesses, and the uses that it is made of.
#include "race/watched_bytes.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <random>

#include "compiler/host_code/host_code_abi.h"
#include "race/host_uses.h"

namespace riffle::race {
namespace {

/// The bits of all pages there are.
class Bits {
 public:
  Bits()
      : memory_(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Bits() { munmap(memory_, kBytes); }
  Bits(const Bits&) = delete;
  Bits& operator=(const Bits&) = delete;
  [[nodiscard]] std::atomic<std::uint8_t>* get() const {
    return static_cast<std::atomic<std::uint8_t>*>(memory_);
  }
  /// As instrumented code looks it up.
  [[nodiscard]] bool at(std::uintptr_t address) const {
    const std::uintptr_t page = address >> host_code::kPageShift;
    return (get()[page / 8] >> page % 8 & 1) != 0;
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{1}
                                        << (host_code::kAddressBits - host_code::kPageShift - 3);
  void* memory_;
};

constexpr std::uintptr_t kBase = std::uintptr_t{0x7f12'3456} << 12;
constexpr std::uintptr_t kPage = host_code::kPageBytes;

class WatchedBytesTest : public testing::Test {
 protected:
  void publish(std::vector<WatchedBytes::Range> ranges) {
    watched.publish(std::move(ranges), bits.get());
  }
  [[nodiscard]] bool is_told(std::uintptr_t address, std::size_t bytes, bool writes) const {
    return bits.at(address) && watched.may_meet({address, address + bytes}, writes);
  }
  Bits bits;
  WatchedBytes watched;
};

TEST_F(WatchedBytesTest, BytesAreExact) {
  publish({{{kBase + 8, kBase + 16}, true}});
  EXPECT_FALSE(is_told(kBase + 4, 4, true));
  EXPECT_TRUE(is_told(kBase + 5, 4, false));
  EXPECT_TRUE(is_told(kBase + 15, 1, false));
  EXPECT_FALSE(is_told(kBase + 16, 8, true));
  publish({});
  EXPECT_FALSE(bits.at(kBase + 8));
  EXPECT_FALSE(watched.may_meet({kBase, kBase + 64}, true));
}

TEST_F(WatchedBytesTest, ReadsOfWhatIsOnlyReadAreNotTold) {
  publish({{{kBase, kBase + 8}, false}});
  EXPECT_FALSE(is_told(kBase, 8, false));
  EXPECT_TRUE(is_told(kBase, 8, true));
}

TEST_F(WatchedBytesTest, SmallAccessesReachIntoTheNextPage) {
  publish({{{kBase + kPage, kBase + kPage + 1}, true}});
  EXPECT_TRUE(is_told(kBase + kPage - 15, 16, false));
  EXPECT_TRUE(is_told(kBase + kPage - (host_code::kFewBytes - 1), host_code::kFewBytes, false));
  EXPECT_FALSE(is_told(kBase + kPage - 15, 15, false));
  EXPECT_FALSE(bits.at(kBase + 2 * kPage));
}

TEST_F(WatchedBytesTest, ManyRangesAreNeverFewer) {
  std::mt19937 random(3);
  for (const std::size_t count : {1U, 100U, 1000U}) {
    std::vector<WatchedBytes::Range> ranges;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uintptr_t begin = kBase + random() % (64 * kPage);
      ranges.push_back({{begin, begin + 1 + random() % 500}, random() % 2 == 0});
    }
    publish(ranges);
    for (const WatchedBytes::Range& each : ranges) {
      EXPECT_TRUE(is_told(each.bytes.begin, 1, true));
      EXPECT_TRUE(is_told(each.bytes.end - 1, 1, true));
      EXPECT_TRUE(!each.writes || is_told(each.bytes.begin, 1, false));
    }
  }
  publish({});
  for (std::uintptr_t at = kBase - kPage; at < kBase + 70 * kPage; at += kPage)
    EXPECT_FALSE(bits.at(at));
}

// ---- Uses ----

SharedOperation operation(Actor stream, Time ticket) {
  auto made = std::make_shared<Operation>();
  made->stamp = made->promised = {.actor = stream, .time = ticket, .before = nullptr};
  return made;
}

SharedClock knows(Actor stream, Time ticket) { return raised(nullptr, stream, ticket); }

std::size_t count(const SharedUses& uses, ByteRange bytes) {
  std::size_t found = 0;
  uses.visit(bytes, [&](const Operation&) { ++found; });
  return found;
}

TEST(SharedUses, AreKnownUntilTheHostHasWaited) {
  SharedUses uses;
  uses.use(operation(1, 1), {0, 10}, true, true);
  uses.use(operation(2, 1), {5, 20}, false, true);
  EXPECT_EQ(count(uses, {9, 10}), 2U);
  uses.forget_seen(knows(1, 1));
  EXPECT_EQ(count(uses, {9, 10}), 1U);
  uses.forget(ByteRange{0, 6});
  EXPECT_EQ(count(uses, {9, 10}), 0U);
}

TEST(SharedUses, WhatAKernelMightTouchHidesNothing) {
  SharedUses uses;
  const SharedOperation kernel = operation(1, 2);
  uses.use(operation(1, 1), {0, 10}, true, true);
  uses.use(kernel, {0, 100}, true, false);
  uses.forget(*kernel);
  EXPECT_EQ(count(uses, {0, 1}), 1U);
  uses.use(operation(1, 3), {0, 100}, true, true);
  EXPECT_EQ(count(uses, {0, 1}), 1U);
}

std::size_t bytes_met(const PageableUses& uses, ByteRange bytes, bool writes) {
  std::size_t met = 0;
  uses.visit(bytes, writes,
             [&](const PageableUse&, ByteRange both) { met += both.end - both.begin; });
  return met;
}

TEST(PageableUses, RowsAreExact) {
  PageableUses uses;
  uses.use({operation(1, 1), {{100, 110}, {200, 210}}, true});
  EXPECT_EQ(bytes_met(uses, {0, 1000}, false), 20U);
  EXPECT_EQ(bytes_met(uses, {110, 200}, true), 0U);
  EXPECT_EQ(bytes_met(uses, {105, 205}, false), 10U);
  uses.forget_seen(knows(1, 1));
  EXPECT_TRUE(uses.is_empty());
}

TEST(PageableUses, SourcesMayBeReadAndAreForgottenWithTheirMemory) {
  PageableUses uses;
  uses.use({operation(1, 1), {{100, 110}}, false});
  uses.use({operation(1, 2), {{300, 310}}, false});
  EXPECT_EQ(bytes_met(uses, {100, 110}, false), 0U);
  EXPECT_EQ(bytes_met(uses, {100, 110}, true), 10U);
  uses.gone({90, 105}, false);
  EXPECT_EQ(bytes_met(uses, {0, 1000}, true), 10U);
  uses.gone({300, 301}, true);
  EXPECT_TRUE(uses.is_empty());
}

}  // namespace
}  // namespace riffle::race
