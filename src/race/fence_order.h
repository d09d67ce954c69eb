// SPDX-License-Identifier: Apache-2.0
// What a block's threads may tell other blocks by an atomic or a volatile access: what was done before a fence for the device that
// the telling thread knows of, be it its own or another thread's. Without a fence other blocks may see the atomic and not what
// was written before it.
// Source: PTX ISA, "Memory consistency model": release and acquire patterns.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "race/thread_order.h"

namespace riffle::race {

/// Of one block.
class FenceOrder {
 public:
  /// A thread, and until when what it did is told.
  struct Own {
    std::uint32_t thread = 0;
    std::uint32_t time = 0;
  };
  /// By number of thread: until when.
  using Times = std::shared_ptr<const std::vector<std::uint32_t>>;
  /// What a thread tells.
  struct Told {
    std::uint32_t base = 0;  ///< all that any thread of the block did before it
    Times of_each;           ///< null: nothing
    std::vector<Own> more;
    [[nodiscard]] bool is_empty() const { return base == 0 && of_each == nullptr && more.empty(); }
  };

  explicit FenceOrder(ThreadOrder& order) : order_(order) {}
  void begin(std::uint32_t threads);
  void fence(std::uint32_t thread);
  /// All threads of the block are about to meet.
  void meet_all();
  /// There until the next call.
  [[nodiscard]] const Told& told_by(std::uint32_t thread);
  /// How many threads it has looked at for that.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

 private:
  /// Of one thread since the block's last barrier: all but the latest are forgotten then. Of too many, some count as all later ones.
  static constexpr std::size_t kMostFences = 8;
  struct Fence {
    std::uint32_t time = 0;
    std::uint32_t base = 0;  ///< what others did before it was known to the thread
  };
  struct Thread {
    std::vector<Fence> fences;
  };

  void put_known_to_all();
  void tell_of(std::uint32_t thread, std::uint32_t other);

  ThreadOrder& order_;
  Told told_;
  std::uint64_t looks_ = 0;
  // What all threads know of, as of the block's last barrier.
  std::uint32_t base_ = 0;
  Times of_each_;
  std::vector<Own> newly_known_;  ///< not in `of_each_` yet
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> recent_;  ///< threads with fences since the block's last barrier
};

}  // namespace riffle::race
