// SPDX-License-Identifier: Apache-2.0
#include "race/watched_bytes.h"

#include <algorithm>

#include "compiler/host_code/host_code_abi.h"

namespace riffle::race {
namespace {

using Pages = std::atomic<std::uint8_t>*;

/// Numbers of pages.
struct PageRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A small access that begins in front of the bytes may reach them.
PageRange pages_of(const ByteRange& bytes) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << host_code::kAddressBits) - 1;
  const std::uint64_t begin = bytes.begin & kMask;
  const std::uint64_t reach = std::min(begin, host_code::kFewBytes - 1);
  const std::uint64_t last = (bytes.end - 1) & kMask;
  return {(begin - reach) >> host_code::kPageShift, (last >> host_code::kPageShift) + 1};
}

void set_bits(Pages pages, PageRange range, bool on) {
  for (std::uint64_t page = range.begin; page < range.end;) {
    std::atomic<std::uint8_t>& byte = pages[page / 8];
    if (page % 8 == 0 && range.end - page >= 8) {
      byte.store(on ? 0xff : 0, std::memory_order_relaxed);
      page += 8;
      continue;
    }
    const auto bit = static_cast<std::uint8_t>(1U << page % 8);
    if (on)
      byte.fetch_or(bit, std::memory_order_relaxed);
    else
      byte.fetch_and(static_cast<std::uint8_t>(~bit), std::memory_order_relaxed);
    ++page;
  }
}

/// Of `old`, what is in none of `present`; those are sorted.
void clear_others(Pages pages, PageRange old, const std::vector<PageRange>& present) {
  for (const PageRange& each : present) {
    if (each.end <= old.begin) continue;
    if (each.begin >= old.end) break;
    if (each.begin > old.begin) set_bits(pages, {old.begin, each.begin}, false);
    old.begin = each.end;
    if (old.begin >= old.end) return;
  }
  set_bits(pages, old, false);
}

}  // namespace

void WatchedBytes::simplify(std::vector<Range>& ranges) {
  std::erase_if(ranges, [](const Range& each) { return each.bytes.begin >= each.bytes.end; });
  std::ranges::sort(ranges, {}, [](const Range& each) { return each.bytes.begin; });
  for (std::uintptr_t gap = 0;; gap = gap * 4 + host_code::kFewBytes) {
    std::size_t kept = 0;
    for (const Range& each : ranges) {
      Range* const last = kept == 0 ? nullptr : &ranges[kept - 1];
      const bool meets = last != nullptr && (each.bytes.begin <= last->bytes.end ||
                                             each.bytes.begin - last->bytes.end <= gap);
      if (!meets) {
        ranges[kept++] = each;
        continue;
      }
      last->bytes.end = std::max(last->bytes.end, each.bytes.end);
      last->writes |= each.writes;
    }
    ranges.resize(kept);
    if (kept <= kMost) return;
  }
}

void WatchedBytes::publish(std::vector<Range> ranges, std::atomic<std::uint8_t>* pages) {
  simplify(ranges);
  if (ranges == published_) return;
  std::vector<PageRange> present;
  present.reserve(ranges.size());
  for (const Range& each : ranges) present.push_back(pages_of(each.bytes));
  for (const PageRange& each : present) set_bits(pages, each, true);
  version_.fetch_add(1, std::memory_order_acq_rel);
  count_.store(ranges.size(), std::memory_order_relaxed);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    slots_[i].begin.store(ranges[i].bytes.begin, std::memory_order_relaxed);
    slots_[i].end.store(ranges[i].bytes.end, std::memory_order_relaxed);
    slots_[i].writes.store(ranges[i].writes, std::memory_order_relaxed);
  }
  version_.fetch_add(1, std::memory_order_release);
  for (const Range& each : published_) clear_others(pages, pages_of(each.bytes), present);
  published_ = std::move(ranges);
}

bool WatchedBytes::may_meet(ByteRange bytes, bool writes) const noexcept {
  constexpr int kMostTries = 16;
  for (int i = 0; i < kMostTries; ++i) {
    const std::uint64_t before = version_.load(std::memory_order_acquire);
    bool meets = false;
    std::size_t low = 0;
    std::size_t high = std::min(count_.load(std::memory_order_relaxed), kMost);
    const std::size_t count = high;
    while (low < high) {  // the first that ends behind the beginning
      const std::size_t middle = (low + high) / 2;
      if (slots_[middle].end.load(std::memory_order_relaxed) > bytes.begin)
        high = middle;
      else
        low = middle + 1;
    }
    for (; low < count && slots_[low].begin.load(std::memory_order_relaxed) < bytes.end; ++low)
      meets |= writes || slots_[low].writes.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 == 0 && version_.load(std::memory_order_relaxed) == before) return meets;
  }
  return true;
}

}  // namespace riffle::race
