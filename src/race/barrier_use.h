// SPDX-License-Identifier: Apache-2.0
// Which threads of a block wait where: barriers that not all of them reach, and masks of warp operations that are wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "device/block_watch.h"

namespace riffle::race {

struct BarrierMisuse {
  enum class Kind : std::uint8_t {
    kAfterExit,     ///< of `other`, which has ended
    kElsewhere,     ///< `other` is at another barrier, or another line
    kMissingLanes,  ///< a mask names lanes that do not take part, as `other`
    kNotOwnLane,    ///< a mask does not name the caller
  };
  struct Waiting {
    std::uint32_t thread = 0;
    const device::AccessSite* site = nullptr;
  };
  Kind kind = Kind::kAfterExit;
  Waiting waiting;
  std::optional<Waiting> other;
  std::uint32_t count = 0;  ///< of threads like `other`
  std::uint32_t mask = 0;
  std::uint32_t lanes = 0;  ///< that are missing
  bool is_stuck = false;    ///< no thread goes on
};

class BarrierUse {
 public:
  using Found = std::optional<BarrierMisuse>;

  void begin(std::uint32_t threads) {
    count_ = threads;
    threads_.clear();
  }
  void is_at(std::uint32_t thread, const device::AccessSite* site) { at(thread).site = site; }
  void comes_to_barrier(std::uint32_t thread, std::uint32_t barrier);
  Found barrier_completes(bool is_whole, const std::uint32_t* arrived,
                          const std::uint32_t* waiting);
  Found comes_to_warp(std::uint32_t thread, std::uint32_t mask);
  Found warp_meets(std::uint32_t warp, std::uint32_t mask, std::uint32_t lanes);
  void ends(std::uint32_t thread) { at(thread).state = State::kEnded; }
  Found is_stuck();

 private:
  enum class State : std::uint8_t { kRuns, kAtBarrier, kInWarp, kEnded };
  struct Thread {
    State state = State::kRuns;
    std::uint32_t barrier = 0;
    std::uint32_t mask = 0;
    const device::AccessSite* site = nullptr;
  };
  [[nodiscard]] BarrierMisuse::Waiting waiting(std::uint32_t thread) const {
    return {thread, threads_[thread].site};
  }
  Found divergent(const std::vector<std::uint32_t>& at_barrier) const;
  [[nodiscard]] std::uint32_t lanes_of(std::uint32_t warp) const;
  Found missing(std::uint32_t thread, std::uint32_t mask, std::uint32_t lanes) const;

  /// Of most blocks nobody asks.
  std::vector<Thread>& threads() {
    if (threads_.size() != count_) threads_.resize(count_);
    return threads_;
  }
  Thread& at(std::uint32_t thread) { return threads()[thread]; }

  std::uint32_t count_ = 0;
  std::vector<Thread> threads_;
};

}  // namespace riffle::race
