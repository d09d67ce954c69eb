// SPDX-License-Identifier: Apache-2.0
// What the threads of one block after the other touch, compared with who touched the same bytes before (access_lines.h): shared
// memory, which is the block's, and global memory, which is the launch's (watched_grid.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "device/block_watch.h"
#include "race/access_lines.h"
#include "race/block_script.h"
#include "race/copy_order.h"
#include "race/fence_order.h"
#include "race/thread_order.h"
#include "race/watched_grid.h"

namespace riffle::race {

struct ThreadRace {
  ThreadRecord earlier, later;  ///< as far as can be told; else as they were seen
  bool are_of_one_block = false;
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool is_shared = false;
  bool is_unawaited = false;  ///< `earlier` is a copy that its own thread does not know to be done
  bool lacks_fence = false;   ///< of blocks: only a fence is missing in the one that was earlier
  const abi::SharedVariable* variable = nullptr;  ///< of shared memory, if known
};

class BlockMemory {
 public:
  /// `found` is told of the first race of an access, or of a thread's part in it. `order`: of the block's threads; accesses that
  /// tell others something, or learn it from them, change it.
  using Found = std::function<void(const ThreadRace& race)>;
  BlockMemory(ThreadOrder& order, Found found)
      : order_(order), copies_(order), fences_(order), found_(std::move(found)) {}

  /// The block that `order` has begun with, of the launch that is `grid`'s.
  void begin(const device::WatchedPlace& place, std::shared_ptr<WatchedGrid> grid);
  /// Forgets all, also what must not be known twice: memory has run out.
  void forget() {
    shared_ = {};
    script_ = {};
  }
  /// The block has ended.
  void leave_grid();
  [[nodiscard]] WatchedGrid* grid() { return grid_.get(); }
  void has_variables(const abi::SharedVariable* variables) { variables_ = variables; }
  [[nodiscard]] std::uint64_t unasked_parameters();
  void touch(const device::PacketAccess& access);
  /// Lanes of a warp have met in `order`.
  void warp_has_met(std::uint32_t warp, std::uint32_t lanes);
  /// All threads meet in `order`.
  void all_meet() {
    fences_.meet_all();
    order_.meet_all();
  }
  /// Threads are about to meet in `order` otherwise than in their warp or all of them.
  void some_meet() { leave_script(); }
  /// `thread` arrives at the grid's barrier, or has passed it, at `time` of the block's.
  void meet_grid(std::uint32_t time);

 private:
  struct Steps {
    std::uint64_t since = 0;  ///< the block and its barrier
    std::uint32_t count = 0;
  };
  [[nodiscard]] bool is_shared(std::uintptr_t address) const {
    return address - place_.shared < place_.shared_bytes;
  }
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
  [[nodiscard]] std::uint32_t next_step(std::uint32_t thread);
  [[nodiscard]] ThreadRecord record_of(std::uint32_t thread, const device::PacketAccess& access,
                                       std::uint32_t block) const;
  /// Whether it is as in other blocks: nothing is to be done.
  [[nodiscard]] bool is_in_script(const device::PacketAccess& access);
  [[nodiscard]] bool is_in_script(const BlockScript::Step& step);
  void leave_script();
  void take_step(const device::PacketAccess& access);
  void touch_plain(const device::PacketAccess& access);
  [[nodiscard]] bool touch_regular(const device::PacketAccess& access, std::uint64_t mask,
                                   std::uintptr_t zero, std::uint64_t stride);
  void touch_piece(const device::PacketAccess& access, std::uint64_t lanes);
  [[nodiscard]] bool touch_line(const device::PacketAccess& access, std::uintptr_t line,
                                const LinePattern& pattern);
  void touch_one_by_one(const device::PacketAccess& access, std::uint64_t lanes);
  void touch_cells(std::uint32_t thread, const device::PacketAccess& access, bool in_shared);
  void touch_strongly(std::uint32_t thread, const device::PacketAccess& access);
  void learn_of_blocks();
  [[nodiscard]] bool may_meet(const ThreadRecord& other, const ThreadRecord& now,
                              bool is_in_shared) const;
  template <class Knows>
  void meet(AccessCell& cell, const ThreadRecord& now, const device::PacketAccess& access,
            std::uintptr_t begin, std::uintptr_t end, bool is_in_shared, Knows&& knows);
  [[nodiscard]] bool writes_same(const ThreadRecord& other, const ThreadRecord& now,
                                 const device::PacketAccess& access) const;
  [[nodiscard]] bool will_be_same(const ThreadRecord& other, const ThreadRecord& now,
                                  const device::PacketAccess& access);
  void found(const ThreadRecord& other, const ThreadRecord& now, std::uintptr_t begin,
             std::uintptr_t end, bool is_in_shared);
  void report_race();

  ThreadOrder& order_;
  CopyOrder copies_;
  FenceOrder fences_;
  const Found found_;
  device::WatchedPlace place_;
  std::uint32_t number_ = 0;  ///< of all blocks ever
  std::uint32_t block_ = 0;   ///< of the launch
  const abi::SharedVariable* variables_ = nullptr;
  std::vector<Steps> steps_;
  // Of the access that is looked at.
  std::uint32_t step_ = 0;
  std::uint32_t time_ = 0;
  AccessLines shared_;
  BlockScript script_;
  std::uint32_t begin_time_ = 0;  ///< of the block
  bool is_catching_up_ = false;   ///< with what has been found to be in the script
  std::shared_ptr<WatchedGrid> grid_;
  std::uint64_t known_grid_ =
      0;  ///< whose pages and parameters are known here: WatchedGrid::number
  std::optional<std::uint64_t> known_unasked_;
  struct KnownPage {
    std::uintptr_t number = ~std::uintptr_t{0};
    WatchedPage* page = nullptr;
  };
  static constexpr std::size_t kKnownPages = 128;
  std::array<KnownPage, kKnownPages> known_pages_;
  /// An access is told of before it is made: what it learns from other blocks is all that they have told by the time of the
  /// block's next one, when it has been made.
  bool is_reading_strongly_ = false;
  std::optional<ThreadRace> race_;  ///< of the access that is looked at: the first
};

}  // namespace riffle::race
