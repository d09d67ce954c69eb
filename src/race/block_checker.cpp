// SPDX-License-Identifier: Apache-2.0
#include "race/block_checker.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>

#include "race/thread_order.h"

namespace riffle::race {
namespace {

using device::ThreadAccess;

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
  void has_variables(const abi::SharedVariable* variables) noexcept override {
    variables_ = variables;
  }
  void touches(std::uint32_t thread, const ThreadAccess& access) noexcept override;
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
    if (grid_ == nullptr) return;
    const MutexLock lock(grid_->mutex);
    grid_->is_lost = true;
  }
  void begin(const device::WatchedPlace& place);
  void touch(std::uint32_t thread, const ThreadAccess& access);
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
  void touch_shared(std::uint32_t thread, const ThreadAccess& access);
  void touch_global(std::uint32_t thread, const ThreadAccess& access);
  [[nodiscard]] ThreadRecord record_of(std::uint32_t thread, const ThreadAccess& access,
                                       std::uint32_t block);
  [[nodiscard]] bool may_meet(const ThreadRecord& other, const ThreadRecord& now,
                              bool is_in_shared) const;
  template <class Knows>
  void meet(AccessCell& cell, const ThreadRecord& now, const ThreadAccess& access,
            std::uintptr_t begin, std::uintptr_t end, bool is_in_shared, Knows&& knows);
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
  AccessCells shared_;
  std::shared_ptr<WatchedGrid> grid_;
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
  if (shared_.bytes() == (place.shared_bytes + 3) / 4 * 4)
    shared_.move(place.shared);
  else
    shared_.cover(place.shared, place.shared_bytes);
  grid_ = checker_.grid_of(place.launch);
}

// ---- Accesses ----

ThreadRecord FollowedBlock::record_of(std::uint32_t thread, const ThreadAccess& access,
                                      std::uint32_t block) {
  Steps& steps = steps_[thread];
  if (steps.base != order_.base()) steps = {.base = order_.base()};
  using Flags = ThreadRecord::Flags;
  const int flags = Flags::kValid | (access.reads ? Flags::kReads : 0) |
                    (access.writes ? Flags::kWrites : 0) | (access.is_atomic ? Flags::kAtomic : 0) |
                    (access.is_volatile ? Flags::kVolatile : 0);
  return {.site = access.site,
          .block = block,
          .time = order_.now(thread),
          .step = ++steps.count,
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

template <class Knows>
void FollowedBlock::meet(AccessCell& cell, const ThreadRecord& now, const ThreadAccess& access,
                         std::uintptr_t begin, std::uintptr_t end, bool is_in_shared,
                         Knows&& knows) {
  const auto is_known = [&](const ThreadRecord& other) {
    return other.flags == 0 || (is_in_shared && other.block != now.block) || knows(other);
  };
  if (may_meet(cell.write, now, is_in_shared) && !is_known(cell.write)) {
    const bool is_same =
        access.value != nullptr && access.writes && !access.reads &&
        std::memcmp(reinterpret_cast<const void*>(access.begin), access.value, access.bytes) == 0;
    if (!is_same) found(cell.write, now, begin, end, is_in_shared);
  }
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

void FollowedBlock::touch_shared(std::uint32_t thread, const ThreadAccess& access) {
  const bool is_strong = access.is_atomic || access.is_volatile;
  if (is_strong && access.reads) order_.learn(thread, access.begin, !access.is_atomic);
  const ThreadRecord now = record_of(thread, access, number_);
  const std::uintptr_t end =
      std::min(access.begin + access.bytes, place_.shared + place_.shared_bytes);
  shared_.for_each(access.begin, end,
                   [&](AccessCell& cell, std::uintptr_t from, std::uintptr_t to) {
                     meet(cell, now, access, from, to, true, [&](const ThreadRecord& other) {
                       return order_.knows(thread, other.thread, other.time);
                     });
                   });
  if (is_strong && access.writes) order_.leave(thread, access.begin);
}

void FollowedBlock::touch_global(std::uint32_t thread, const ThreadAccess& access) {
  if (grid_ == nullptr) return;
  WatchedGrid& grid = *grid_;
  const MutexLock lock(grid.mutex);
  if (grid.is_lost) return;
  const bool is_strong = access.is_atomic || access.is_volatile;
  if (grid.cells_at(access.begin) == nullptr) return;
  if (is_reading_strongly_) grid.order.learn(block_);
  is_reading_strongly_ = is_strong && access.reads;
  if (is_reading_strongly_) order_.learn(thread, access.begin);
  const ThreadRecord now = record_of(thread, access, block_);
  const BlockOrder* const blocks = &grid.order;  // under the lock of this function
  const auto knows = [&](const ThreadRecord& other) {
    return other.block == block_ ? order_.knows(thread, other.thread, other.time)
                                 : blocks->knows(block_, other.block, other.time);
  };
  for (std::uintptr_t at = access.begin, end = at + access.bytes; at < end;) {
    const std::uintptr_t page_end = (at / WatchedGrid::kPageBytes + 1) * WatchedGrid::kPageBytes;
    const std::uintptr_t to = std::min(end, page_end);
    if (AccessCells* const cells = grid.cells_at(at)) {
      cells->for_each(at, to, [&](AccessCell& cell, std::uintptr_t first, std::uintptr_t last) {
        meet(cell, now, access, first, last, false, knows);
      });
    }
    at = to;
  }
  grid.order.note(block_);
  if (is_strong && access.writes) grid.order.tell(block_, order_.leave(thread, access.begin));
}

void FollowedBlock::touches(std::uint32_t thread, const ThreadAccess& access) noexcept {
  if (checker_.races() && access.bytes != 0) unless_lost([&] { touch(thread, access); });
}

void FollowedBlock::touch(std::uint32_t thread, const ThreadAccess& access) {
  if (is_shared(access.begin))
    touch_shared(thread, access);
  else
    touch_global(thread, access);
  report_race();
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
  const MutexLock lock(grid_->mutex);
  grid_->order.note(block_);
  grid_->order.tell(block_, order_.leave(thread, place_of_barrier(~0U)));
  order_.learn(thread, place_of_barrier(~0U));
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
