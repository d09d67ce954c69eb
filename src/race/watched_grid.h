// SPDX-License-Identifier: Apache-2.0
// Of one launch: who touched which bytes of global memory, and what its blocks know of each other.
//
// Blocks run in any order. Two of them know of each other only through memory: by an atomic, or by a volatile access as
// by a flag. Whoever has written so tells all that its block did before; whoever reads so learns all that was told before,
// from whatever place: more counts as ordered than is.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "device/block_watch.h"
#include "race/access_lines.h"

namespace riffle::race {

class BlockOrder {
 public:
  /// `time`: of its own (ThreadOrder::now), later than all that it did before.
  void tell(std::uint32_t block, std::uint32_t time);
  void learn(std::uint32_t block) { blocks_[block].learned = ++clock_; }
  [[nodiscard]] bool knows(std::uint32_t block, std::uint32_t other, std::uint32_t time) const;

 private:
  struct Told {
    std::uint32_t time;   ///< the block's
    std::uint64_t clock;  ///< the launch's
  };
  struct Block {
    std::vector<Told> told;
    std::uint64_t learned = 0;
  };
  std::uint64_t clock_ = 0;
  std::unordered_map<std::uint32_t, Block> blocks_;
};

/// Who touched a page of global memory.
struct WatchedPage {
  static constexpr std::uintptr_t kBytes = 4096;
  Mutex mutex;
  std::uintptr_t begin = 0;
  AccessLine lines[kBytes / AccessLine::kBytes] RIFFLE_GUARDED_BY(mutex);
};

class WatchedGrid {
 public:
  WatchedGrid() = default;
  ~WatchedGrid();
  WatchedGrid(const WatchedGrid&) = delete;
  WatchedGrid& operator=(const WatchedGrid&) = delete;

  Mutex mutex;
  /// Something that a block did is not in the order, for want of memory: nothing is said of the launch's blocks any more.
  std::atomic<bool> is_lost = false;
  BlockOrder order RIFFLE_GUARDED_BY(mutex);
  /// Whether a block may know anything of another.
  std::atomic<bool> has_order = false;

  /// The page that the address is in, for as long as this lives; null: it is not followed.
  [[nodiscard]] WatchedPage* page_at(std::uintptr_t address) RIFFLE_EXCLUDES(mutex);

  /// Of WatchedPlace::parameters: those whose allocations no other one writes to; reads by them meet no write of the launch.
  [[nodiscard]] std::uint64_t only_read_parameters(const device::WatchedPlace& place)
      RIFFLE_EXCLUDES(mutex);

 private:
  std::optional<std::uint64_t> only_read_ RIFFLE_GUARDED_BY(mutex);
  std::unordered_map<std::uintptr_t, std::unique_ptr<WatchedPage>> pages_ RIFFLE_GUARDED_BY(mutex);
};

}  // namespace riffle::race
