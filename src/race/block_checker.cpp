// SPDX-License-Identifier: Apache-2.0
#include "race/block_checker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>

#include "race/thread_order.h"

namespace riffle::race {
namespace {

using device::PacketAccess;

constexpr std::uint32_t kLanes = 32;

/// Shared memory lies in the same place for one block after the other: what an earlier one has done there is not of this.
std::uint32_t next_block_number() {
  static std::atomic<std::uint32_t> number{0};
  return number.fetch_add(1, std::memory_order_relaxed);
}

void say_once_that_memory_is_short() {
  static const bool is_said = [] {
    std::fputs(
        "riffle check: block: out of memory; some blocks of the program's launches are not "
        "looked at to their end\n",
        stderr);
    return true;
  }();
  (void)is_said;
}

class FollowedBlock final : public device::WatchedBlock {
 public:
  explicit FollowedBlock(BlockChecker& checker) : checker_(checker) {}

  void begins(const device::WatchedPlace& place) noexcept override;
  [[nodiscard]] std::uint64_t only_read_parameters() noexcept override {
    std::uint64_t found = 0;
    if (grid_ != nullptr) unless_lost([&] { found = grid_->only_read_parameters(place_); });
    return found;
  }
  void has_variables(const abi::SharedVariable* variables) noexcept override {
    variables_ = variables;
  }
  void touches_together(const PacketAccess& access) noexcept override;
  void passes_barrier() noexcept override {
    if (checker_.races()) unless_lost([&] { order_.meet_all(); });
  }
  void passes_warp(std::uint32_t warp, std::uint32_t lanes) noexcept override {
    if (checker_.races()) unless_lost([&] { order_.meet(warp, lanes); });
  }
  void is_at(std::uint32_t thread, const device::AccessSite* site) noexcept override {
    if (!is_lost_) use_.is_at(thread, site);
  }
  void comes_to_barrier(std::uint32_t thread, std::uint32_t barrier, bool is_whole,
                        bool waits) noexcept override;
  void barrier_completes(std::uint32_t barrier, bool is_whole, const std::uint32_t* arrived,
                         const std::uint32_t* waiting) noexcept override;
  void comes_to_warp(std::uint32_t thread, abi::WarpOp operation,
                     std::uint32_t mask) noexcept override;
  void warp_meets(std::uint32_t warp, abi::WarpOp operation, std::uint32_t mask,
                  std::uint32_t lanes) noexcept override;
  void meets_grid(std::uint32_t thread) noexcept override;
  void ends(std::uint32_t thread) noexcept override {
    if (!is_lost_) use_.ends(thread);
  }
  void is_stuck() noexcept override {
    unless_lost([&] {
      report(use_.is_stuck());
      report_pending();
    });
  }
  void finishes() noexcept override {
    unless_lost([&] { report_pending(); });
    grid_.reset();
  }

 private:
  /// Without memory the block's order has holes: nothing more is said of it, nor, by what it has left there, of its launch.
  /// The program goes on.
  template <class Body>
  void unless_lost(Body&& body) noexcept {
    if (is_lost_) return;
    try {
      body();
    } catch (const std::bad_alloc&) {
      lose();
    }
  }
  void lose() noexcept {
    is_lost_ = true;
    say_once_that_memory_is_short();
    if (grid_ != nullptr) grid_->is_lost = true;
  }
  void begin(const device::WatchedPlace& place);
  void touch(const PacketAccess& access);
  void complete_barrier(std::uint32_t barrier, bool is_whole, const std::uint32_t* arrived,
                        const std::uint32_t* waiting);
  void meet_grid(std::uint32_t thread);
  struct Steps {
    std::uint32_t base = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] bool is_shared(std::uintptr_t address) const {
    return address - place_.shared < place_.shared_bytes;
  }
  void touch_cells(std::uint32_t thread, const PacketAccess& access, bool in_shared);
  [[nodiscard]] bool touch_line(const PacketAccess& access, std::uintptr_t line,
                                const LinePattern& pattern);
  void touch_piece(const PacketAccess& access, std::uint64_t lanes);
  void touch_plain(const PacketAccess& access);
  void touch_strongly(std::uint32_t thread, const PacketAccess& access);
  void learn_of_blocks();
  [[nodiscard]] std::uint32_t next_step(std::uint32_t thread);
  [[nodiscard]] ThreadRecord record_of(std::uint32_t thread, const PacketAccess& access,
                                       std::uint32_t block) const;
  [[nodiscard]] LineView view_of(bool in_shared) const {
    return {.base = order_.base(),
            .is_shared = in_shared,
            .is_simple = order_.is_simple() &&
                         (in_shared || !grid_->has_order.load(std::memory_order_relaxed))};
  }
  /// Of global memory; null: it is not followed.
  [[nodiscard]] WatchedPage* page_at(std::uintptr_t address) {
    if (grid_->is_lost) return nullptr;
    const std::uintptr_t number = address / WatchedPage::kBytes;
    KnownPage& known = known_pages_[number % kKnownPages];
    if (known.number != number) known = {number, grid_->page_at(address)};
    return known.page;
  }
  [[nodiscard]] bool may_meet(const ThreadRecord& other, const ThreadRecord& now,
                              bool is_in_shared) const;
  template <class Knows>
  void meet(AccessCell& cell, const ThreadRecord& now, const PacketAccess& access,
            std::uintptr_t begin, std::uintptr_t end, bool is_in_shared, Knows&& knows);
  [[nodiscard]] bool writes_same(const ThreadRecord& other, const ThreadRecord& now,
                                 const PacketAccess& access) const;
  void found(const ThreadRecord& other, const ThreadRecord& now, std::uintptr_t begin,
             std::uintptr_t end, bool is_in_shared);
  void report_race();
  void report_pending();
  void report(const BarrierUse::Found& misuse) const {
    if (misuse && checker_.barriers()) checker_.report({place_, *misuse});
  }

  BlockChecker& checker_;
  device::WatchedPlace place_;
  std::uint32_t number_ = 0;  ///< of all blocks ever
  std::uint32_t block_ = 0;   ///< of the launch
  const abi::SharedVariable* variables_ = nullptr;
  ThreadOrder order_;
  std::vector<Steps> steps_;
  std::uint32_t step_ = 0;  ///< of the access that is looked at
  AccessLines shared_;
  std::shared_ptr<WatchedGrid> grid_;
  struct KnownPage {
    std::uintptr_t number = ~std::uintptr_t{0};
    WatchedPage* page = nullptr;
  };
  static constexpr std::size_t kKnownPages = 128;
  std::array<KnownPage, kKnownPages> known_pages_;  ///< of the grid's
  bool has_news_ = false;  ///< for other blocks: something was done to global memory
  /// An access is told of before it is made: what it learns from other blocks is all that they have told by the time of the
  /// block's next one, when it has been made.
  bool is_reading_strongly_ = false;
  BarrierUse use_;
  std::optional<ThreadRace> race_;  ///< of the access that is looked at: the first
  /// Between lanes of one warp: told at the end, if the same lines do not race between warps, which asks for more.
  std::vector<ThreadRace> pending_;
  std::vector<ThreadRace> reported_;
  bool is_lost_ = false;
};

void FollowedBlock::begins(const device::WatchedPlace& place) noexcept {
  if (is_lost_) shared_ = {};
  is_lost_ = false;
  grid_.reset();
  unless_lost([&] { begin(place); });
}

void FollowedBlock::begin(const device::WatchedPlace& place) {
  pending_.clear();  // of a block that ended by a fault
  reported_.clear();
  race_.reset();
  place_ = place;
  variables_ = nullptr;
  is_reading_strongly_ = false;
  use_.begin(place.threads);
  if (!checker_.races()) return;
  number_ = next_block_number();
  block_ = place.block[0] + place.grid[0] * (place.block[1] + place.grid[1] * place.block[2]);
  order_.begin(place.threads);
  steps_.assign(place.threads, {});
  shared_.cover(place.shared, place.shared_bytes);
  grid_ = checker_.grid_of(place.launch);
  known_pages_.fill({});
  has_news_ = false;
}

// ---- Accesses ----

/// Threads that go on together have done as much as the first of them.
std::uint32_t FollowedBlock::next_step(std::uint32_t thread) {
  Steps& steps = steps_[thread];
  if (steps.base != order_.base()) steps = {.base = order_.base()};
  return ++steps.count;
}

ThreadRecord FollowedBlock::record_of(std::uint32_t thread, const PacketAccess& access,
                                      std::uint32_t block) const {
  using Flags = ThreadRecord::Flags;
  const int flags = Flags::kValid | (access.reads ? Flags::kReads : 0) |
                    (access.writes ? Flags::kWrites : 0) | (access.is_atomic ? Flags::kAtomic : 0) |
                    (access.is_volatile ? Flags::kVolatile : 0);
  return {.site = access.site,
          .block = block,
          .time = order_.now(),
          .step = step_,
          .thread = static_cast<std::uint16_t>(thread),
          .flags = static_cast<std::uint16_t>(flags)};
}

/// Whether the two are a race if nothing orders them. Lanes of a warp that only believe that they run together often
/// say `volatile`: to each other it is no order.
bool FollowedBlock::may_meet(const ThreadRecord& other, const ThreadRecord& now,
                             bool is_in_shared) const {
  if (other.flags == 0 || (!other.writes() && !now.writes())) return false;
  if (!other.is_strong() || !now.is_strong()) return true;
  return is_in_shared && !(other.is_atomic() && now.is_atomic()) &&
         other.thread / kLanes == now.thread / kLanes;
}

void FollowedBlock::found(const ThreadRecord& other, const ThreadRecord& now, std::uintptr_t begin,
                          std::uintptr_t end, bool is_in_shared) {
  if (race_) return;
  ThreadRace race{.earlier = other,
                  .later = now,
                  .are_of_one_block = is_in_shared || other.block == now.block,
                  .begin = begin,
                  .end = end,
                  .is_shared = is_in_shared};
  // Who has done less since the barrier is earlier in the program; of two blocks nobody is.
  const bool is_swapped =
      race.are_of_one_block ? other.step > now.step : now.writes() && !other.writes();
  if (is_swapped) std::swap(race.earlier, race.later);
  if (is_in_shared && variables_ != nullptr) {
    const std::uintptr_t offset = begin - place_.shared;
    for (const abi::SharedVariable* each = variables_; each->name != nullptr; ++each)
      if (offset >= each->offset && (each->bytes == 0 || offset < each->offset + each->bytes))
        race.variable = each;
  }
  race_ = race;
}

/// Whether it is what the other one has written. Of threads that go on together nothing is in memory yet.
bool FollowedBlock::writes_same(const ThreadRecord& other, const ThreadRecord& now,
                                const PacketAccess& access) const {
  if (access.values == nullptr || !access.writes || access.reads) return false;
  const std::uint32_t own = now.thread - access.first;
  const void* there = reinterpret_cast<const void*>(access.address(own));
  const std::uint32_t lane = other.thread - access.first;
  if (other.block == now.block && lane < own && (access.mask >> lane & 1) != 0 &&
      access.address(lane) == access.address(own))
    there = access.values + access.bytes * lane;
  return std::memcmp(there, access.values + access.bytes * own, access.bytes) == 0;
}

template <class Knows>
void FollowedBlock::meet(AccessCell& cell, const ThreadRecord& now, const PacketAccess& access,
                         std::uintptr_t begin, std::uintptr_t end, bool is_in_shared,
                         Knows&& knows) {
  const auto is_known = [&](const ThreadRecord& other) {
    return other.flags == 0 || (is_in_shared && other.block != now.block) || knows(other);
  };
  if (may_meet(cell.write, now, is_in_shared) && !is_known(cell.write) &&
      !writes_same(cell.write, now, access))
    found(cell.write, now, begin, end, is_in_shared);
  if (now.writes()) {
    for (const ThreadRecord& read : cell.reads)
      if (may_meet(read, now, is_in_shared) && !is_known(read))
        found(read, now, begin, end, is_in_shared);
  }
  keep(cell, now, is_known);
}

bool are_same_lines(const ThreadRace& left, const ThreadRace& right) {
  return std::minmax(left.earlier.site, left.later.site) ==
         std::minmax(right.earlier.site, right.later.site);
}

bool contains(const std::vector<ThreadRace>& races, const ThreadRace& race) {
  return std::ranges::any_of(races,
                             [&](const ThreadRace& each) { return are_same_lines(each, race); });
}

void FollowedBlock::report_race() {
  if (!race_) return;
  const bool is_in_warp =
      race_->are_of_one_block && race_->earlier.thread / kLanes == race_->later.thread / kLanes;
  if (is_in_warp) {
    if (!contains(pending_, *race_)) pending_.push_back(*race_);
  } else if (!contains(reported_, *race_)) {
    reported_.push_back(*race_);
    checker_.report({place_, *race_});
  }
  race_.reset();
}

void FollowedBlock::report_pending() {
  for (const ThreadRace& race : pending_)
    if (!contains(reported_, race)) checker_.report({place_, race});
  pending_.clear();
  reported_.clear();
}

// ---- Lines ----

/// The thread's bytes in their cells. Where they lie in global memory, the page's lock is not held.
void FollowedBlock::touch_cells(std::uint32_t thread, const PacketAccess& access, bool in_shared) {
  const std::uintptr_t begin = access.address(thread - access.first);
  const std::uintptr_t end =
      in_shared ? std::min(begin + access.bytes, place_.shared + place_.shared_bytes)
                : begin + access.bytes;
  const ThreadRecord now = record_of(thread, access, in_shared ? number_ : block_);
  const LineView view = view_of(in_shared);
  const auto knows = [&](const ThreadRecord& other) {
    if (in_shared || other.block == block_) return order_.knows(thread, other.thread, other.time);
    const MutexLock lock(grid_->mutex);
    return grid_->order.knows(block_, other.block, other.time);
  };
  for (std::uintptr_t at = begin; at < end;) {
    const std::uintptr_t line = at / AccessLine::kBytes * AccessLine::kBytes;
    const std::uintptr_t to = std::min(end, line + AccessLine::kBytes);
    const auto visit = [&](AccessLine& which) {
      which.cells(line, now.block, view)
          .for_each(at, to, [&](AccessCell& cell, std::uintptr_t first, std::uintptr_t last) {
            meet(cell, now, access, first, last, in_shared, knows);
          });
    };
    if (in_shared) {
      visit(shared_.at(line));
    } else if (WatchedPage* const page = page_at(line)) {
      const MutexLock lock(page->mutex);
      visit(page->lines[(line - page->begin) / AccessLine::kBytes]);
    }
    at = to;
  }
  if (!in_shared) has_news_ = true;
}

/// Whether that is all there is to do about threads in a line.
bool FollowedBlock::touch_line(const PacketAccess& access, std::uintptr_t line,
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
  has_news_ = true;
  const MutexLock lock(page->mutex);
  return keeps(page->lines[(line - page->begin) / AccessLine::kBytes]);
}

/// The bytes in their line of `lanes` whose first begins at this offset; 0: there are gaps between them, or they go on in the next.
std::uint64_t bytes_of_neighbours(const PacketAccess& access, std::uint64_t lanes,
                                  std::uintptr_t offset) {
  const std::uint64_t in_turn = lanes >> std::countr_zero(lanes);
  const std::uint64_t bytes = static_cast<std::uint64_t>(std::popcount(lanes)) * access.bytes;
  const bool are_dense = access.stride == static_cast<std::int64_t>(access.bytes) &&
                         (in_turn & (in_turn + 1)) == 0 && offset + bytes <= AccessLine::kBytes;
  return are_dense ? ~std::uint64_t{0} >> (AccessLine::kBytes - bytes) << offset : 0;
}

/// All threads of `lanes`, of which the first begins in this line: as one pattern where they are all within it.
void FollowedBlock::touch_piece(const PacketAccess& access, std::uint64_t lanes) {
  constexpr std::uintptr_t kLine = AccessLine::kBytes;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uintptr_t begin = access.address(first);
  const std::uintptr_t line = begin / kLine * kLine;
  const auto in_line = static_cast<std::int32_t>(begin - line);
  const bool is_one = std::has_single_bit(lanes);
  const auto bytes = static_cast<std::uintptr_t>(access.bytes);
  LinePattern pattern{.site = access.site, .block = block_, .time = order_.now(), .step = step_};
  const auto stride = is_one ? bytes : static_cast<std::uintptr_t>(access.stride);
  const auto thread = static_cast<std::int32_t>(access.first + first);
  bool is_within = bytes <= kLine;
  pattern.bytes = bytes_of_neighbours(access, lanes, begin - line);
  for (std::uint64_t rest = pattern.bytes != 0 ? 0 : lanes; rest != 0 && is_within;
       rest &= rest - 1) {
    const std::uintptr_t at =
        access.address(static_cast<std::uint32_t>(std::countr_zero(rest))) - line;
    is_within = at + bytes <= kLine;
    if (is_within) pattern.bytes |= (~std::uint64_t{0} >> (kLine - bytes)) << at;
    if (stride == 0) break;  // all the same
  }
  if (is_within) {
    pattern.stride = static_cast<std::uint8_t>(stride);
    pattern.span = static_cast<std::uint8_t>(std::min(bytes, stride));
    pattern.origin = stride == 0 ? thread : in_line - thread * static_cast<std::int32_t>(stride);
    pattern.count = static_cast<std::uint8_t>(std::popcount(lanes));
    if (touch_line(access, line, pattern)) return;
  }
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    touch_cells(access.first + lane, access, is_shared(access.address(lane)));
    report_race();
  }
}

/// Neighbours that begin in one line together, and those that touch the same bytes.
void FollowedBlock::touch_plain(const PacketAccess& access) {
  constexpr std::uintptr_t kLine = AccessLine::kBytes;
  const std::int64_t stride = access.stride;
  const auto last = static_cast<unsigned>(std::bit_width(access.mask)) - 1;
  const auto first = static_cast<unsigned>(std::countr_zero(access.mask));
  const bool has_gap = std::popcount(access.mask) != static_cast<int>(last - first + 1);
  if (access.addresses == nullptr && stride == 0 && !has_gap && !access.writes)
    return touch_piece(access, access.mask);
  const bool are_neighbours = access.addresses == nullptr && stride > 0 &&
                              static_cast<std::uint64_t>(stride) >= access.bytes &&
                              stride < static_cast<std::int64_t>(kLine);
  for (std::uint64_t rest = access.mask; rest != 0;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::uint64_t those = std::uint64_t{1} << lane;
    if (are_neighbours) {
      const std::uintptr_t left = kLine - access.address(lane) % kLine;
      const auto count =
          (left + static_cast<std::uintptr_t>(stride) - 1) / static_cast<std::uintptr_t>(stride);
      those = (count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << lane & rest;
    }
    touch_piece(access, those);
    rest &= ~those;
  }
}

/// One that may tell others something, or learn it from them.
void FollowedBlock::touch_strongly(std::uint32_t thread, const PacketAccess& access) {
  const std::uintptr_t begin = access.address(thread - access.first);
  const bool in_shared = is_shared(begin);
  if (!in_shared && page_at(begin) == nullptr) return;
  if (!in_shared && !access.is_untold) {
    learn_of_blocks();
    is_reading_strongly_ = access.reads && !access.is_unread;
    grid_->has_order.store(true, std::memory_order_relaxed);
  }
  if (access.reads && !access.is_unread)
    order_.learn(thread, begin, in_shared && !access.is_atomic);
  touch_cells(thread, access, in_shared);
  report_race();
  if (!access.writes || access.is_untold) return;
  const std::uint32_t time = order_.leave(thread, begin);
  if (in_shared || !has_news_) return;
  has_news_ = false;
  const MutexLock lock(grid_->mutex);
  grid_->order.tell(block_, time);
}

void FollowedBlock::learn_of_blocks() {
  if (!is_reading_strongly_) return;
  is_reading_strongly_ = false;
  const MutexLock lock(grid_->mutex);
  grid_->order.learn(block_);
}

void FollowedBlock::touches_together(const PacketAccess& access) noexcept {
  if (checker_.races() && access.bytes != 0 && access.mask != 0)
    unless_lost([&] { touch(access); });
}

void FollowedBlock::touch(const PacketAccess& access) {
  step_ = next_step(access.first);
  if (!access.is_atomic && !access.is_volatile) {
    learn_of_blocks();
    return touch_plain(access);
  }
  for (std::uint64_t rest = access.mask; rest != 0; rest &= rest - 1)
    touch_strongly(access.first + static_cast<std::uint32_t>(std::countr_zero(rest)), access);
}

// ---- Order ----

/// A place that is no address of the program's.
std::uintptr_t place_of_barrier(std::uint32_t barrier) { return 1 + barrier; }

void FollowedBlock::comes_to_barrier(std::uint32_t thread, std::uint32_t barrier, bool is_whole,
                                     bool waits) noexcept {
  unless_lost([&] {
    if (waits) use_.comes_to_barrier(thread, barrier);
    if (checker_.races() && !is_whole) order_.leave(thread, place_of_barrier(barrier));
  });
}

void FollowedBlock::barrier_completes(std::uint32_t barrier, bool is_whole,
                                      const std::uint32_t* arrived,
                                      const std::uint32_t* waiting) noexcept {
  unless_lost([&] { complete_barrier(barrier, is_whole, arrived, waiting); });
}

void FollowedBlock::complete_barrier(std::uint32_t barrier, bool is_whole,
                                     const std::uint32_t* arrived, const std::uint32_t* waiting) {
  report(use_.barrier_completes(is_whole, arrived, waiting));
  if (!checker_.races()) return;
  if (is_whole) return order_.meet_all();
  for (std::uint32_t thread = 0; thread < place_.threads; ++thread)
    if ((waiting[thread / kLanes] >> thread % kLanes & 1) != 0)
      order_.learn(thread, place_of_barrier(barrier));
}

void FollowedBlock::comes_to_warp(std::uint32_t thread, abi::WarpOp, std::uint32_t mask) noexcept {
  unless_lost([&] { report(use_.comes_to_warp(thread, mask)); });
}

void FollowedBlock::warp_meets(std::uint32_t warp, abi::WarpOp, std::uint32_t mask,
                               std::uint32_t lanes) noexcept {
  unless_lost([&] {
    report(use_.warp_meets(warp, mask, lanes));
    if (checker_.races()) order_.meet(warp, lanes);
  });
}

void FollowedBlock::meets_grid(std::uint32_t thread) noexcept {
  unless_lost([&] { meet_grid(thread); });
}

void FollowedBlock::meet_grid(std::uint32_t thread) {
  if (grid_ == nullptr) return;
  const std::uint32_t time = order_.leave(thread, place_of_barrier(~0U));
  order_.learn(thread, place_of_barrier(~0U));
  grid_->has_order.store(true, std::memory_order_relaxed);
  const MutexLock lock(grid_->mutex);
  grid_->order.tell(block_, time);
  grid_->order.learn(block_);
}

}  // namespace

std::unique_ptr<device::WatchedBlock> BlockChecker::watch_block() noexcept {
  return std::unique_ptr<device::WatchedBlock>(new (std::nothrow) FollowedBlock(*this));
}

std::shared_ptr<WatchedGrid> BlockChecker::grid_of(const device::KernelPayload* launch) {
  const MutexLock lock(mutex_);
  auto& grid = grids_[launch];
  if (grid == nullptr) grid = std::make_shared<WatchedGrid>();
  return grid;
}

void BlockChecker::has_ended(const device::KernelPayload* launch) {
  std::shared_ptr<WatchedGrid> ended;  // destroyed behind the lock
  const MutexLock lock(mutex_);
  const auto found = grids_.find(launch);
  if (found == grids_.end()) return;
  ended = std::move(found->second);
  grids_.erase(found);
}

}  // namespace riffle::race
