// SPDX-License-Identifier: Apache-2.0
#include "race/access_lines.h"

#include <algorithm>
#include <bit>

namespace riffle::race {
namespace {

/// The pattern of both: of the same threads, at one time and in one line of source.
bool join(LinePattern& into, const LinePattern& now) {
  if (into.time != now.time || into.site != now.site) return false;
  if (!now.is_of_each()) {
    const std::int32_t end = std::max(into.end_of_first(), now.end_of_first());
    into.origin = std::min<std::int32_t>(into.origin, now.origin);
    into.span = static_cast<std::uint32_t>(end - into.origin);
  }
  into.bytes |= now.bytes;
  into.step = now.step;
  return true;
}

}  // namespace

bool LinePattern::has_same_threads(const LinePattern& other) const {
  if (block != other.block || stride != other.stride) return false;
  if (is_of_each()) return origin == other.origin && span == other.span;
  return std::max(end_of_first(), other.end_of_first()) -
             std::min<std::int32_t>(origin, other.origin) <=
         static_cast<std::int32_t>(stride);
}

bool AccessLine::has_cells(std::uint32_t block, const LineView& view) {
  if (fine_base_ == 0) return false;
  // What was done before the barrier, or by another block, asks for no cells any more.
  if (!view.is_shared || (fine_block_ == block && (fine_base_ == view.base || keeps_cells_)))
    return true;
  clear();
  return false;
}

bool AccessLine::reads(const LinePattern& now, const LineView& view) {
  if (has_cells(now.block, view)) return false;
  const auto is_safe = [&](const LinePattern& other) {
    if ((other.bytes & now.bytes) == 0 || view.is_known(other, now.block)) return true;
    return other.has_same_threads(now) && (!now.is_of_each() || now.count() == 1);
  };
  if (!is_safe(write_)) return false;
  for (LinePattern& read : reads_) {
    if (read.bytes == 0 || !read.has_same_threads(now)) continue;
    if (!read.is_within(now)) return join(read, now);
    read = now;
    return true;
  }
  for (LinePattern& read : reads_) {
    if (!view.is_known(read, now.block) || !(view.is_shared || read.is_within(now))) continue;
    read = now;
    return true;
  }
  return view.is_simple && is_read_by_two(now, view);
}

/// Whether two other threads have read each of the bytes: whoever writes them next meets one of these.
bool AccessLine::is_read_by_two(const LinePattern& now, const LineView& view) const {
  const auto has_read = [&](const LinePattern& read) {
    return now.is_within(read) && !view.is_known(read, now.block);
  };
  const LinePattern &one = reads_[0], &other = reads_[1];
  if (has_read(one) && one.is_of_each()) return true;
  if (has_read(other) && other.is_of_each()) return true;
  return has_read(one) && has_read(other) &&
         (one.block != other.block || one.stride == other.stride);
}

bool AccessLine::writes(const LinePattern& now, const LineView& view) {
  if (has_cells(now.block, view)) return false;
  if (now.is_of_each()) return false;
  const auto is_safe = [&](const LinePattern& other) {
    return (other.bytes & now.bytes) == 0 || view.is_known(other, now.block) ||
           (!other.is_of_each() && other.has_same_threads(now));
  };
  if (!is_safe(write_) || !is_safe(reads_[0]) || !is_safe(reads_[1])) return false;
  if (write_.is_within(now) || (view.is_shared && view.is_known(write_, now.block))) {
    write_ = now;
  } else if (!write_.has_same_threads(now) || !join(write_, now)) {
    return false;
  }
  for (LinePattern& read : reads_) read.bytes &= ~now.bytes;
  return true;
}

void AccessLine::put(const LinePattern& pattern, std::uintptr_t begin, std::uint16_t flags) {
  for (std::uint64_t rest = pattern.bytes; rest != 0;) {
    const auto first = static_cast<std::int32_t>(std::countr_zero(rest));
    std::int32_t end = first + std::countr_one(rest >> first);
    std::int32_t thread = pattern.origin;
    if (!pattern.is_of_each()) {
      const auto stride = static_cast<std::int32_t>(pattern.stride);
      thread = (first - pattern.origin) / stride;
      end = std::min(end, pattern.origin + (thread + 1) * stride);
    }
    rest &= end == 64 ? 0 : ~std::uint64_t{0} << end;
    const std::int32_t readers = pattern.is_of_each() ? pattern.count() : 1;
    const ThreadRecord record{.site = pattern.site,
                              .block = pattern.block,
                              .time = pattern.time,
                              .step = pattern.step,
                              .thread = static_cast<std::uint16_t>(thread),
                              .flags = flags};
    cells_->for_each(begin + static_cast<std::uintptr_t>(first),
                     begin + static_cast<std::uintptr_t>(end),
                     [&](AccessCell& cell, std::uintptr_t, std::uintptr_t) {
                       if ((flags & ThreadRecord::kWrites) != 0) {
                         cell.write = record;
                         return;
                       }
                       for (std::int32_t i = 0; i < readers; ++i) {
                         ThreadRecord one = record;
                         one.thread = static_cast<std::uint16_t>(thread + i);
                         for (ThreadRecord& read : cell.reads) {
                           const bool is_own = read.thread == one.thread && read.block == one.block;
                           if (read.flags != 0 && !is_own) continue;
                           read = one;
                           break;
                         }
                       }
                     });
  }
}

AccessCells& AccessLine::cells(std::uintptr_t begin, std::uint32_t block, const LineView& view) {
  const bool are_there = has_cells(block, view);
  fine_block_ = block;
  fine_base_ = view.base;
  if (are_there) return *cells_;
  if (cells_ == nullptr) cells_ = std::make_unique<AccessCells>();
  cells_->cover(begin, kBytes);
  constexpr std::uint16_t kRead = ThreadRecord::kValid | ThreadRecord::kReads;
  put(write_, begin, ThreadRecord::kValid | ThreadRecord::kWrites);
  // First those whom this block's threads may meet: a cell has room for two.
  for (const bool is_known : {false, true})
    for (const LinePattern& read : reads_)
      if (view.is_known(read, block) == is_known && !(is_known && view.is_shared))
        put(read, begin, kRead);
  return *cells_;
}

void AccessLine::clear() {
  write_.bytes = reads_[0].bytes = reads_[1].bytes = 0;
  fine_base_ = 0;
  keeps_cells_ = false;
}

void AccessLines::cover(std::uintptr_t begin, std::uint64_t bytes) {
  const std::uintptr_t end = begin + bytes;
  first_ = begin / AccessLine::kBytes * AccessLine::kBytes;
  const std::uint64_t count = (end - first_ + AccessLine::kBytes - 1) / AccessLine::kBytes;
  if (lines_.size() < count) lines_.resize(count);
}

}  // namespace riffle::race
