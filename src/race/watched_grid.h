// SPDX-License-Identifier: Apache-2.0
// Of one launch: who touched which bytes of global memory, and what its blocks know of each other.
//
// Blocks run in any order. Two of them know of each other only through memory: by an atomic, or by a volatile access as
// by a flag. Whoever has written so tells what its block did before a fence (fence_order.h); whoever reads so, with a fence or
// without, learns all that was told before, from whatever place: more counts as ordered than is.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "device/block_watch.h"
#include "race/access_lines.h"
#include "race/fence_order.h"

namespace riffle::race {

class BlockOrder {
 public:
  /// `time` is later than all that the block did before. Times are the block's own (ThreadOrder::now).
  void publish(std::uint32_t block, std::uint32_t time, const FenceOrder::Told& told);
  void learn(std::uint32_t block);
  /// It has ended, and asks no more.
  void leave(std::uint32_t block);
  /// Of what the other block's `thread` did at `time`.
  [[nodiscard]] bool knows(std::uint32_t block, std::uint32_t other, std::uint32_t thread,
                           std::uint32_t time) const;
  /// Whether the other block has changed something behind `time` by which this one may have learned of it, had there been a fence.
  [[nodiscard]] bool lacks_fence(std::uint32_t block, std::uint32_t other,
                                 std::uint32_t time) const;
  /// How many states of what it has told are told apart.
  [[nodiscard]] std::size_t kept(std::uint32_t block) const;

 private:
  /// Each is all of those before it, too.
  struct Published {
    std::uint64_t clock;  ///< the launch's
    std::uint32_t base;   ///< all that was done before it
    FenceOrder::Times of_each;
  };
  struct PublishedByOne {
    std::uint64_t clock;
    std::uint32_t time;
  };
  struct Block {
    std::vector<Published> published;
    // Of single threads: mostly it is always the same one.
    std::uint32_t usual = 0;
    std::vector<PublishedByOne> by_usual;
    std::unordered_map<std::uint32_t, std::vector<PublishedByOne>> by_others;
    [[nodiscard]] const std::vector<PublishedByOne>* by(std::uint32_t thread) const {
      if (thread == usual) return &by_usual;
      const auto found = by_others.find(thread);
      return found == by_others.end() ? nullptr : &found->second;
    }
    std::uint64_t learned = 0;
    std::uint32_t last_time = 0;
  };
  /// The last entry, from now on. Those go that no running block has come to last.
  template <class Entry>
  void add(std::vector<Entry>& all, Entry entry);
  [[nodiscard]] bool has_learner(std::uint64_t after, std::uint64_t before) const {
    const auto next = learned_.upper_bound(after);
    return next != learned_.end() && *next < before;
  }

  std::uint64_t clock_ = 0;
  std::unordered_map<std::uint32_t, Block> blocks_;
  std::set<std::uint64_t> learned_;  ///< Block::learned of those that run and have learned anything
};

/// Who touched a page of global memory.
class WatchedPage {
 public:
  static constexpr std::uintptr_t kBytes = 4096;
  Mutex mutex;
  /// Is that of these addresses from now on, of which nothing is known.
  void begin(std::uintptr_t address) RIFFLE_REQUIRES(mutex) {
    begin_ = address;
    used_ = 0;
  }
  /// Those of [from, to), which begins with a line.
  [[nodiscard]] AccessLine* lines(std::uintptr_t from, std::uintptr_t to) RIFFLE_REQUIRES(mutex) {
    AccessLine* const first = &lines_[(from - begin_) / AccessLine::kBytes];
    std::uint64_t bit = std::uint64_t{1} << (first - lines_);
    for (AccessLine* line = first; from < to; ++line, bit <<= 1, from += AccessLine::kBytes) {
      if ((used_ & bit) == 0) line->clear();  // of an earlier launch
      used_ |= bit;
    }
    return first;
  }
  [[nodiscard]] AccessLine& line(std::uintptr_t address) RIFFLE_REQUIRES(mutex) {
    return *lines(address, address + 1);
  }

 private:
  static constexpr std::size_t kLines = kBytes / AccessLine::kBytes;
  static_assert(kLines == 64);
  std::uintptr_t begin_ RIFFLE_GUARDED_BY(mutex) = 0;
  std::uint64_t used_ RIFFLE_GUARDED_BY(mutex) = 0;  ///< a bit for each line
  AccessLine lines_[kLines] RIFFLE_GUARDED_BY(mutex);
};

class WatchedGrid {
 public:
  WatchedGrid();
  ~WatchedGrid();
  WatchedGrid(const WatchedGrid&) = delete;
  WatchedGrid& operator=(const WatchedGrid&) = delete;

  const std::uint64_t number;  ///< of all launches ever, from 1 on
  Mutex mutex;
  /// Nobody asks about the launch any more: there may be another one in its place.
  std::atomic<bool> has_ended = false;
  /// Something that a block did is not in the order, for want of memory: nothing is said of the launch's blocks any more.
  std::atomic<bool> is_lost = false;
  BlockOrder order RIFFLE_GUARDED_BY(mutex);
  /// Whether a block may know anything of another.
  std::atomic<bool> has_order = false;
  /// How often a block has waited for what another one is about to write.
  static constexpr unsigned kMostWaits = 32;
  std::atomic<unsigned> waits = 0;
  /// Where not all blocks are looked at: these. Written once, before anybody else knows the launch.
  std::vector<device::BlockRange> chosen;
  std::atomic<std::uint64_t> cut_short = 0;  ///< BlockCoverage::cut_short

  /// The page that the address is in, for as long as this lives; null: it is not followed.
  [[nodiscard]] WatchedPage* page_at(std::uintptr_t address) RIFFLE_EXCLUDES(mutex);

  /// Of WatchedPlace::parameters: those whose allocations no other one writes to; reads by them meet no write of the launch.
  [[nodiscard]] std::uint64_t unasked_parameters(const device::WatchedPlace& place)
      RIFFLE_EXCLUDES(mutex);

 private:
  std::optional<std::uint64_t> unasked_ RIFFLE_GUARDED_BY(mutex);
  std::unordered_map<std::uintptr_t, std::unique_ptr<WatchedPage>> pages_ RIFFLE_GUARDED_BY(mutex);
};

}  // namespace riffle::race
