// SPDX-License-Identifier: Apache-2.0
#include "race/block_memory.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

namespace riffle::race {
namespace {

using device::PacketAccess;

constexpr std::uint32_t kLanes = 32;

/// Shared memory lies in the same place for one block after the other: what an earlier one has done there is not of this.
std::uint32_t next_block_number() {
  static std::atomic<std::uint32_t> number{0};
  return number.fetch_add(1, std::memory_order_relaxed);
}

/// Each of the low bits 1 << `shift` places from the one before it.
std::uint64_t spread(std::uint64_t bits, unsigned shift) {
  for (; shift != 0; --shift) {
    bits = (bits | bits << 16) & 0x0000'FFFF'0000'FFFF;
    bits = (bits | bits << 8) & 0x00FF'00FF'00FF'00FF;
    bits = (bits | bits << 4) & 0x0F0F'0F0F'0F0F'0F0F;
    bits = (bits | bits << 2) & 0x3333'3333'3333'3333;
    bits = (bits | bits << 1) & 0x5555'5555'5555'5555;
  }
  return bits;
}

bool has_gap(std::uint64_t lanes) {
  const std::uint64_t in_turn = lanes >> std::countr_zero(lanes);
  return (in_turn & (in_turn + 1)) != 0;
}

/// Blocks run in any order: which of two accesses a report names first must not depend on it. The program's text decides, and
/// on one line, as in `x[0] += 1`, the read.
bool is_first_in_text(const ThreadRecord& one, const ThreadRecord& other) {
  const auto line_of = [](const ThreadRecord& record) {
    return record.site == nullptr ? 0u : static_cast<unsigned>(record.site->line);
  };
  const unsigned line = line_of(one), other_line = line_of(other);
  if (line == 0 || other_line == 0 || std::strcmp(one.site->file, other.site->file) != 0)
    return one.writes() && !other.writes();
  if (line != other_line) return line < other_line;
  return !one.writes() && other.writes();
}

std::uint64_t low_bits(std::uint64_t count) {
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

void BlockMemory::begin(const device::WatchedPlace& place, std::shared_ptr<WatchedGrid> grid) {
  place_ = place;
  variables_ = nullptr;
  race_.reset();
  is_reading_strongly_ = false;
  number_ = next_block_number();
  block_ = place.block[0] + place.grid[0] * (place.block[1] + place.grid[1] * place.block[2]);
  if (steps_.size() < place.threads) steps_.resize(place.threads);
  copies_.begin(place.threads);
  fences_.begin(place.threads);
  shared_.cover(place.shared, place.shared_bytes);
  grid_ = std::move(grid);
  if (known_grid_ != grid_->number) script_.begin_launch();
  script_.begin(place.threads, place.shared_bytes);
  begin_time_ = order_.now();
  if (known_grid_ == grid_->number) return;
  known_grid_ = grid_->number;
  known_unasked_.reset();
  known_pages_.fill({});
}

std::uint64_t BlockMemory::unasked_parameters() {
  if (!known_unasked_) known_unasked_ = grid_->unasked_parameters(place_);
  return *known_unasked_;
}

void BlockMemory::touch(const PacketAccess& access) {
  if (access.step != device::OrderStep::kNone) return take_step(access);
  step_ = next_step(access.first);
  time_ = order_.now();
  if (access.is_copy) {
    learn_of_blocks();
    leave_script();
    return touch_one_by_one(access, access.mask);
  }
  if (!access.is_atomic && !access.is_volatile) {
    learn_of_blocks();
    if (is_in_script(access)) return;
    return touch_plain(access);
  }
  for (std::uint64_t rest = access.mask; rest != 0; rest &= rest - 1)
    touch_strongly(access.first + static_cast<std::uint32_t>(std::countr_zero(rest)), access);
}

/// Threads that go on together have done as much as the first of them.
std::uint32_t BlockMemory::next_step(std::uint32_t thread) {
  Steps& steps = steps_[thread];
  const std::uint64_t since = std::uint64_t{number_} << 32 | order_.base();
  if (steps.since != since) steps = {.since = since};
  return ++steps.count;
}

ThreadRecord BlockMemory::record_of(std::uint32_t thread, const PacketAccess& access,
                                    std::uint32_t block) const {
  using Flags = ThreadRecord::Flags;
  const int flags = Flags::kValid | (access.reads ? Flags::kReads : 0) |
                    (access.writes ? Flags::kWrites : 0) | (access.is_atomic ? Flags::kAtomic : 0) |
                    (access.is_volatile ? Flags::kVolatile : 0) |
                    (access.is_copy ? Flags::kCopy : 0);
  return {.site = access.site,
          .block = block,
          .time = time_,
          .step = step_,
          .thread = static_cast<std::uint16_t>(thread),
          .flags = static_cast<std::uint16_t>(flags)};
}

/// Whether the two are a race if nothing orders them. Lanes of a warp that only believe that they run together often
/// say `volatile`: to each other it is no order.
bool BlockMemory::may_meet(const ThreadRecord& other, const ThreadRecord& now,
                           bool is_in_shared) const {
  if (other.flags == 0 || (!other.writes() && !now.writes())) return false;
  if (!other.is_strong() || !now.is_strong()) return true;
  return is_in_shared && !(other.is_atomic() && now.is_atomic()) &&
         other.thread / kLanes == now.thread / kLanes;
}

void BlockMemory::found(const ThreadRecord& other, const ThreadRecord& now, std::uintptr_t begin,
                        std::uintptr_t end, bool is_in_shared) {
  if (race_ || is_catching_up_) return;
  if (is_in_shared) script_.doubt();
  ThreadRace race{.earlier = other,
                  .later = now,
                  .are_of_one_block = is_in_shared || other.block == now.block,
                  .begin = begin,
                  .end = end,
                  .is_shared = is_in_shared};
  if (race.are_of_one_block) {
    race.is_unawaited = other.is_copy() && !copies_.knows(other.thread, other.thread, other.time);
  } else {
    const MutexLock lock(grid_->mutex);
    race.lacks_fence = grid_->order.lacks_fence(block_, other.block, other.time);
  }
  // Who has done less since the barrier is earlier in the program; blocks have no barrier in common, but one of them may have
  // learned from the other. A copy that nobody has waited for is earlier than all that it meets.
  const bool is_swapped = race.are_of_one_block ? !race.is_unawaited && other.step > now.step
                                                : !race.lacks_fence && is_first_in_text(now, other);
  if (is_swapped) std::swap(race.earlier, race.later);
  if (is_in_shared && variables_ != nullptr) {
    const std::uintptr_t offset = begin - place_.shared;
    for (const abi::SharedVariable* each = variables_; each->name != nullptr; ++each)
      if (offset >= each->offset && (each->bytes == 0 || offset < each->offset + each->bytes))
        race.variable = each;
  }
  race_ = race;
}

template <class Knows>
void BlockMemory::meet(AccessCell& cell, const ThreadRecord& now, const PacketAccess& access,
                       std::uintptr_t begin, std::uintptr_t end, bool is_in_shared, Knows&& knows) {
  const auto is_known = [&](const ThreadRecord& other) {
    return other.flags == 0 || (is_in_shared && other.block != now.block) || knows(other);
  };
  if (may_meet(cell.write, now, is_in_shared) && !is_known(cell.write)) {
    if (is_in_shared) script_.doubt();
    if (!will_be_same(cell.write, now, access)) found(cell.write, now, begin, end, is_in_shared);
  }
  if (now.writes()) {
    for (const ThreadRecord& read : cell.reads)
      if (may_meet(read, now, is_in_shared) && !is_known(read))
        found(read, now, begin, end, is_in_shared);
  }
  keep(cell, now, is_known);
}

void BlockMemory::report_race() {
  if (!race_) return;
  const ThreadRace race = *race_;
  race_.reset();
  found_(race);
}

// ---- Cells and lines ----

/// The thread's bytes in their cells. Where they lie in global memory, the page's lock is not held.
void BlockMemory::touch_cells(std::uint32_t thread, const PacketAccess& access, bool in_shared) {
  const std::uintptr_t begin = access.address(thread - access.first);
  const std::uintptr_t end =
      in_shared ? std::min(begin + access.bytes, place_.shared + place_.shared_bytes)
                : begin + access.bytes;
  const ThreadRecord now = record_of(thread, access, in_shared ? number_ : block_);
  const LineView view = view_of(in_shared);
  const auto knows = [&](const ThreadRecord& other) {
    if (in_shared || other.block == block_)
      return other.is_copy() ? copies_.knows(thread, other.thread, other.time)
                             : order_.knows(thread, other.thread, other.time);
    const MutexLock lock(grid_->mutex);
    return grid_->order.knows(block_, other.block, other.thread, other.time);
  };
  for (std::uintptr_t at = begin; at < end;) {
    const std::uintptr_t line = at / AccessLine::kBytes * AccessLine::kBytes;
    const std::uintptr_t to = std::min(end, line + AccessLine::kBytes);
    const auto visit = [&](AccessLine& which) {
      AccessCells& cells = which.cells(line, now.block, view);
      if (access.is_copy) which.keep_cells();  // of this block, without what others have left
      cells.for_each(at, to, [&](AccessCell& cell, std::uintptr_t first, std::uintptr_t last) {
        meet(cell, now, access, first, last, in_shared, knows);
      });
    };
    if (in_shared) {
      visit(shared_.at(line));
    } else if (WatchedPage* const page = page_at(line)) {
      const MutexLock lock(page->mutex);
      visit(page->line(line));
    }
    at = to;
  }
}

/// Whether that is all there is to do about threads in a line.
bool BlockMemory::touch_line(const PacketAccess& access, std::uintptr_t line,
                             const LinePattern& pattern) {
  const bool in_shared = is_shared(line + std::countr_zero(pattern.bytes));
  const LineView view = view_of(in_shared);
  const auto keeps = [&](AccessLine& which) {
    return access.writes ? which.writes(pattern, view) : which.reads(pattern, view);
  };
  LinePattern now = pattern;
  if (in_shared) {
    now.block = number_;
    AccessLine& which = shared_.at(line);
    return access.writes ? which.writes(now, view) : which.reads(now, view);
  }
  WatchedPage* const page = page_at(line);
  if (page == nullptr) return true;
  const MutexLock lock(page->mutex);
  return keeps(page->line(line));
}

void BlockMemory::touch_one_by_one(const PacketAccess& access, std::uint64_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    touch_cells(access.first + lane, access, is_shared(access.address(lane)));
    report_race();
  }
}

/// Lanes whose places divide lines evenly: elements of arrays, or members of elements, of a power of two. Lane 0's is at `zero`.
bool BlockMemory::touch_regular(const PacketAccess& access, std::uint64_t mask, std::uintptr_t zero,
                                std::uint64_t stride) {
  constexpr std::uintptr_t kLine = AccessLine::kBytes;
  if (!std::has_single_bit(stride) || stride > kLine || zero % stride + access.bytes > stride)
    return false;
  const auto shift = static_cast<unsigned>(std::countr_zero(stride));
  const std::uintptr_t offset = zero % stride;
  const std::uintptr_t begin = zero + (std::uintptr_t(std::countr_zero(mask)) << shift);
  const std::uintptr_t end =
      zero + (std::uintptr_t(std::bit_width(mask) - 1) << shift) + access.bytes;
  const bool in_shared = is_shared(begin);
  if (in_shared != is_shared(end - 1)) return false;
  const LineView view = view_of(in_shared);
  LinePattern now{.site = access.site,
                  .block = in_shared ? number_ : block_,
                  .time = time_,
                  .step = step_,
                  .stride = static_cast<std::uint32_t>(stride),
                  .span = static_cast<std::uint32_t>(access.bytes)};
  std::uint64_t left = 0;
  const auto touch_lines = [&](std::uintptr_t line, std::uintptr_t to, AccessLine* which) {
    for (; line < to; line += kLine, ++which) {
      const auto way = static_cast<std::int64_t>(line - (zero - offset)) >> shift;
      const std::uint64_t lanes =
          low_bits(kLine >> shift) & (way >= 0 ? mask >> way : mask << -way);
      if (lanes == 0) continue;
      now.bytes = spread(lanes, shift) * low_bits(access.bytes) << offset;
      now.origin = static_cast<std::int32_t>(zero - line - (std::uintptr_t{access.first} << shift));
      if (!(access.writes ? which->writes(now, view) : which->reads(now, view)))
        left |= way >= 0 ? lanes << way : lanes >> -way;
    }
  };
  const std::uintptr_t first = begin / kLine * kLine;
  if (in_shared) {
    touch_lines(first, end, &shared_.at(first));
  } else {
    for (std::uintptr_t at = first, to = 0; at < end; at = to) {
      to = std::min(end, (at / WatchedPage::kBytes + 1) * WatchedPage::kBytes);
      WatchedPage* const page = page_at(at);
      if (page == nullptr) continue;
      const MutexLock lock(page->mutex);
      touch_lines(at, to, page->lines(at, to));
    }
  }
  touch_one_by_one(access, left);
  return true;
}

/// All threads of `lanes`, of which the first begins in this line: as one pattern where they are all within it.
void BlockMemory::touch_piece(const PacketAccess& access, std::uint64_t lanes) {
  constexpr std::uintptr_t kLine = AccessLine::kBytes;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uintptr_t begin = access.address(first);
  const std::uintptr_t line = begin / kLine * kLine;
  const auto stride = static_cast<std::uintptr_t>(access.stride);
  const auto bytes = static_cast<std::uintptr_t>(access.bytes);
  const auto thread = static_cast<std::int32_t>(access.first + first);
  LinePattern pattern{.site = access.site, .block = block_, .time = time_, .step = step_};
  bool is_within = bytes <= kLine;
  for (std::uint64_t rest = lanes; rest != 0 && is_within; rest &= rest - 1) {
    const std::uintptr_t at =
        access.address(static_cast<std::uint32_t>(std::countr_zero(rest))) - line;
    is_within = at + bytes <= kLine;
    if (is_within) pattern.bytes |= low_bits(bytes) << at;
    if (stride == 0) break;  // all the same
  }
  if (is_within) {
    pattern.stride = static_cast<std::uint32_t>(stride);
    pattern.span =
        static_cast<std::uint32_t>(stride == 0 ? std::popcount(lanes) : std::min(bytes, stride)) &
        127;
    pattern.origin = stride == 0 ? thread
                                 : static_cast<std::int32_t>(begin - line) -
                                       thread * static_cast<std::int32_t>(stride);
    if (touch_line(access, line, pattern)) return;
  }
  touch_one_by_one(access, lanes);
}

/// Neighbours that begin in one line together, and those that touch the same bytes.
void BlockMemory::touch_plain(const PacketAccess& access) {
  constexpr std::uintptr_t kLine = AccessLine::kBytes;
  const auto stride = static_cast<std::uint64_t>(access.stride);
  const bool is_one = std::has_single_bit(access.mask);
  if (access.addresses == nullptr && !is_one) {
    if (touch_regular(access, access.mask, access.begin, stride)) return;
    if (stride == 0 && !access.writes && !has_gap(access.mask))
      return touch_piece(access, access.mask);
  }
  const bool are_apart = access.addresses != nullptr || is_one || stride < access.bytes ||
                         stride >= kLine;  // or below 0
  for (std::uint64_t rest = access.mask; rest != 0;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uintptr_t begin = access.address(lane);
    std::uint64_t those = rest & -rest;
    if (are_apart) {
      const std::uint64_t own = std::bit_ceil(access.bytes);
      if (!touch_regular(access, those, begin - lane * own, own)) touch_one_by_one(access, those);
    } else {
      const std::uint64_t count = (kLine - begin % kLine + stride - 1) / stride;
      those = low_bits(std::min<std::uint64_t>(count, 64)) << lane & rest;
      touch_piece(access, those);
    }
    rest &= ~those;
  }
}

}  // namespace riffle::race
