// SPDX-License-Identifier: Apache-2.0
// Of one launch: who touched which bytes of global memory, and what its blocks know of each other.
//
// Blocks run in any order. Two of them know of each other only through memory: by an atomic, or by a volatile access as
// by a flag. Whoever has written so tells all that its block did before; whoever reads so learns all that was told before,
// from whatever place: more counts as ordered than is.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "race/access_cells.h"

namespace riffle::race {

class BlockOrder {
 public:
  /// `block` did something at `time` of its own (ThreadOrder::now).
  void note(std::uint32_t block) { blocks_[block].has_news = true; }
  /// `time`: later than all that it did before.
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
    bool has_news = false;
  };
  std::uint64_t clock_ = 0;
  std::unordered_map<std::uint32_t, Block> blocks_;
};

class WatchedGrid {
 public:
  Mutex mutex;
  /// Something that a block did is not in the order, for want of memory: nothing is said of the launch's blocks any more.
  bool is_lost RIFFLE_GUARDED_BY(mutex) = false;
  BlockOrder order RIFFLE_GUARDED_BY(mutex);

  /// The cells of the page that the address is in; null: it is not followed.
  [[nodiscard]] AccessCells* cells_at(std::uintptr_t address) RIFFLE_REQUIRES(mutex);
  static constexpr std::uintptr_t kPageBytes = 4096;

 private:
  std::unordered_map<std::uintptr_t, std::unique_ptr<AccessCells>> pages_ RIFFLE_GUARDED_BY(mutex);
  std::uintptr_t last_page_ RIFFLE_GUARDED_BY(mutex) = ~std::uintptr_t{0};
  AccessCells* last_cells_ RIFFLE_GUARDED_BY(mutex) = nullptr;
};

}  // namespace riffle::race
