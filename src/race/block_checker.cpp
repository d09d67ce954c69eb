// SPDX-License-Identifier: Apache-2.0
#include "race/block_checker.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "compiler/abi/device_abi.h"
#include "device/cpu/launch.h"
#include "race/block_memory.h"
#include "race/thread_order.h"

namespace riffle::race {
namespace {

constexpr std::uint32_t kLanes = 32;

void say_once_that_memory_is_short() {
  static const bool is_said = [] {
    std::fputs(
        "riffle check: block: out of memory; some blocks of the program's launches were not "
        "checked to the end\n",
        stderr);
    return true;
  }();
  (void)is_said;
}

class CheckedBlock final : public device::WatchedBlock {
 public:
  explicit CheckedBlock(BlockChecker& checker)
      : checker_(checker),
        memory_(order_, [this](const ThreadRace& race) { keep_or_report(race); }) {}

  void begins(const device::WatchedPlace& place) noexcept override;
  [[nodiscard]] bool asks_for_accesses() const noexcept override { return checker_.races(); }
  [[nodiscard]] std::uint64_t unasked_parameters() noexcept override {
    std::uint64_t found = 0;
    if (checker_.races()) unless_lost([&] { found = memory_.unasked_parameters(); });
    return found;
  }
  void has_variables(const abi::SharedVariable* variables) noexcept override {
    memory_.has_variables(variables);
  }
  void touches_together(const device::PacketAccess& access) noexcept override {
    const bool is_step = access.step != device::OrderStep::kNone;
    if (checker_.races() && (access.bytes != 0 || is_step) && access.mask != 0 &&
        may_look_at(access))
      unless_lost([&] { memory_.touch(access); });
  }
  void passes_barrier() noexcept override {
    if (checker_.races()) unless_lost([&] { memory_.all_meet(); });
  }
  void passes_warp(std::uint32_t warp, std::uint32_t lanes) noexcept override {
    if (checker_.races()) unless_lost([&] { meet_in_warp(warp, lanes); });
  }
  void is_at(std::uint32_t thread, const device::AccessSite* site) noexcept override {
    unless_lost([&] { use_.is_at(thread, site); });
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
    unless_lost([&] { use_.ends(thread); });
  }
  void is_stuck() noexcept override {
    unless_lost([&] {
      report(use_.is_stuck());
      report_pending();
    });
  }
  void finishes() noexcept override {
    unless_lost([&] { report_pending(); });
    memory_.leave_grid();
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
    if (WatchedGrid* const grid = memory_.grid()) grid->is_lost = true;
  }
  void begin(const device::WatchedPlace& place);
  /// Of a block that goes on for long no more plain accesses are looked at. What tells other blocks something still is, so that
  /// they are not thought to be without order.
  bool may_look_at(const device::PacketAccess& access) {
    if (!is_limited_ || access.is_atomic || access.is_volatile ||
        access.step != device::OrderStep::kNone)
      return true;
    if (accesses_ < kMostAccessesLookedAt) return ++accesses_ != 0;
    if (accesses_++ == kMostAccessesLookedAt && memory_.grid() != nullptr)
      memory_.grid()->cut_short.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  std::shared_ptr<WatchedGrid> grid_of(const device::KernelPayload* launch);
  void complete_barrier(std::uint32_t barrier, bool is_whole, const std::uint32_t* arrived,
                        const std::uint32_t* waiting);
  void meet_grid(std::uint32_t thread);
  void meet_in_warp(std::uint32_t warp, std::uint32_t lanes) {
    order_.meet(warp, lanes);
    memory_.warp_has_met(warp, lanes);
  }
  void keep_or_report(const ThreadRace& race);
  void report_pending();
  void report(const BarrierUse::Found& misuse) const {
    if (misuse && checker_.barriers()) checker_.report({place_, *misuse});
  }

  BlockChecker& checker_;
  device::WatchedPlace place_;
  ThreadOrder order_;
  BlockMemory memory_;
  const device::KernelPayload* last_launch_ = nullptr;
  std::weak_ptr<WatchedGrid> last_grid_;
  BarrierUse use_;
  /// Between lanes of one warp: told at the end, if the same lines do not race between warps, which asks for more.
  std::vector<ThreadRace> pending_;
  std::vector<ThreadRace> reported_;
  bool is_lost_ = false;
  bool is_limited_ = false;  ///< the block was chosen among others
  std::uint64_t accesses_ = 0;
};

void CheckedBlock::begins(const device::WatchedPlace& place) noexcept {
  if (is_lost_) memory_.forget();
  is_lost_ = false;
  memory_.leave_grid();
  unless_lost([&] { begin(place); });
}

/// Mostly that of the block before.
std::shared_ptr<WatchedGrid> CheckedBlock::grid_of(const device::KernelPayload* launch) {
  std::shared_ptr<WatchedGrid> grid = last_launch_ == launch ? last_grid_.lock() : nullptr;
  if (grid != nullptr && !grid->has_ended.load(std::memory_order_relaxed)) return grid;
  grid = checker_.grid_of(launch);
  last_grid_ = grid;
  last_launch_ = launch;
  return grid;
}

void CheckedBlock::begin(const device::WatchedPlace& place) {
  pending_.clear();  // of a block that ended by a fault
  reported_.clear();
  place_ = place;
  use_.begin(place.threads);
  if (!checker_.races()) return;
  order_.begin(place.threads);
  std::shared_ptr<WatchedGrid> grid = grid_of(place.launch);
  is_limited_ = !grid->chosen.empty();
  accesses_ = 0;
  memory_.begin(place, std::move(grid));
}

bool are_same_lines(const ThreadRace& left, const ThreadRace& right) {
  return std::minmax(left.earlier.site, left.later.site) ==
         std::minmax(right.earlier.site, right.later.site);
}

bool contains(const std::vector<ThreadRace>& races, const ThreadRace& race) {
  return std::ranges::any_of(races,
                             [&](const ThreadRace& each) { return are_same_lines(each, race); });
}

void CheckedBlock::keep_or_report(const ThreadRace& race) {
  const bool is_in_warp =
      race.are_of_one_block && race.earlier.thread / kLanes == race.later.thread / kLanes;
  if (is_in_warp) {
    if (!contains(pending_, race)) pending_.push_back(race);
  } else if (!contains(reported_, race)) {
    reported_.push_back(race);
    checker_.report({place_, race});
  }
}

void CheckedBlock::report_pending() {
  for (const ThreadRace& race : pending_)
    if (!contains(reported_, race)) checker_.report({place_, race});
  pending_.clear();
  reported_.clear();
}

// ---- Order ----

/// A place that is no address of the program's.
std::uintptr_t place_of_barrier(std::uint32_t barrier) { return 1 + barrier; }

void CheckedBlock::comes_to_barrier(std::uint32_t thread, std::uint32_t barrier, bool is_whole,
                                    bool waits) noexcept {
  unless_lost([&] {
    if (waits) use_.comes_to_barrier(thread, barrier);
    if (!checker_.races() || is_whole) return;
    memory_.some_meet();
    order_.leave(thread, place_of_barrier(barrier));
  });
}

void CheckedBlock::barrier_completes(std::uint32_t barrier, bool is_whole,
                                     const std::uint32_t* arrived,
                                     const std::uint32_t* waiting) noexcept {
  unless_lost([&] { complete_barrier(barrier, is_whole, arrived, waiting); });
}

void CheckedBlock::complete_barrier(std::uint32_t barrier, bool is_whole,
                                    const std::uint32_t* arrived, const std::uint32_t* waiting) {
  report(use_.barrier_completes(is_whole, arrived, waiting));
  if (!checker_.races()) return;
  if (is_whole) return memory_.all_meet();
  memory_.some_meet();
  for (std::uint32_t thread = 0; thread < place_.threads; ++thread)
    if ((waiting[thread / kLanes] >> thread % kLanes & 1) != 0)
      order_.learn(thread, place_of_barrier(barrier));
}

void CheckedBlock::comes_to_warp(std::uint32_t thread, abi::WarpOp, std::uint32_t mask) noexcept {
  unless_lost([&] { report(use_.comes_to_warp(thread, mask)); });
}

void CheckedBlock::warp_meets(std::uint32_t warp, abi::WarpOp, std::uint32_t mask,
                              std::uint32_t lanes) noexcept {
  unless_lost([&] {
    report(use_.warp_meets(warp, mask, lanes));
    if (checker_.races()) meet_in_warp(warp, lanes);
  });
}

void CheckedBlock::meets_grid(std::uint32_t thread) noexcept {
  unless_lost([&] { meet_grid(thread); });
}

void CheckedBlock::meet_grid(std::uint32_t thread) {
  if (memory_.grid() == nullptr) return;
  memory_.some_meet();
  const std::uint32_t time = order_.leave(thread, place_of_barrier(~0U));
  order_.learn(thread, place_of_barrier(~0U));
  memory_.meet_grid(time);
}

}  // namespace

std::unique_ptr<device::WatchedBlock> BlockChecker::watch_block() noexcept {
  return std::unique_ptr<device::WatchedBlock>(new (std::nothrow) CheckedBlock(*this));
}

std::shared_ptr<WatchedGrid> BlockChecker::grid_of(const device::KernelPayload* launch) {
  const MutexLock lock(mutex_);
  auto& grid = grids_[launch];
  if (grid == nullptr) grid = std::make_shared<WatchedGrid>();
  return grid;
}

std::span<const device::BlockRange> BlockChecker::chosen(
    const device::KernelPayload& launch) noexcept {
  try {
    const MutexLock lock(mutex_);
    auto& grid = grids_[&launch];
    if (grid == nullptr) {
      auto fresh = std::make_shared<WatchedGrid>();
      fresh->chosen =
          choice_.next(launch.followed, launch.grid, launch.block, launch.dynamic_shared_bytes);
      grid = std::move(fresh);
    }
    return grid->chosen;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

void BlockChecker::has_ended(const device::KernelPayload* launch) {
  if (launch == nullptr) return;
  std::shared_ptr<WatchedGrid> ended;  // destroyed behind the lock
  const MutexLock lock(mutex_);
  const auto found = grids_.find(launch);
  if (found != grids_.end()) {
    ended = std::move(found->second);
    ended->has_ended.store(true, std::memory_order_relaxed);
    grids_.erase(found);
  }
  const std::uint32_t flags = launch->kernel->flags;
  if ((flags & abi::kKernelThreadsMeet) == 0 || (flags & abi::kKernelFollowsThreads) != 0) return;
  const std::string_view name = launch->kernel->name;
  auto known = looked_at_.find(name);
  if (known == looked_at_.end()) known = looked_at_.emplace(name, BlockCoverage{}).first;
  BlockCoverage& counts = known->second;
  counts.all_blocks += launch->grid.count();
  if (ended == nullptr) return;
  for (const device::BlockRange& range : ended->chosen) counts.blocks += range.end - range.first;
  counts.cut_short += ended->cut_short.load(std::memory_order_relaxed);
}

std::map<std::string, BlockCoverage> BlockChecker::looked_at() {
  const MutexLock lock(mutex_);
  std::map<std::string, BlockCoverage> all(looked_at_.begin(), looked_at_.end());
  std::erase_if(all, [](const auto& each) {
    return each.second.blocks == each.second.all_blocks && each.second.cut_short == 0;
  });
  return all;
}

}  // namespace riffle::race
