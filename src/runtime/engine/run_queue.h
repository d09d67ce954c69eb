// SPDX-License-Identifier: Apache-2.0
// Streams that are ready to run, by priority. Anyone pushes without a lock; one consumer at a time
// takes.
//
// Entries are pushed to an inject stack per priority (consumers take all of it at once, so there is
// no ABA) and move to a FIFO under the consumer's lock. An entry may be stale (timeline.h,
// invariant 3).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "runtime/engine/spinlock.h"

namespace riffle::engine {

class Timeline;

class RunQueue {
 public:
  static constexpr unsigned kLevels = 6;  ///< level = -priority; the greatest runs first

  /// `timeline` has LINKED set and is in no queue. `is_long`: its operation is known to be worth
  /// starting without waiting for the host's next move.
  void push(Timeline& timeline, bool is_long);

  /// A stream, RUNNING and owned by the caller, or null: nothing there, or another consumer was at
  /// it.
  [[nodiscard]] Timeline* pop();

  struct Ready {
    Timeline* first = nullptr;
    unsigned count = 0;  ///< at most the `limit` asked for
  };
  /// Drops stale entries at the head, counts ready ones.
  [[nodiscard]] Ready look(unsigned limit);
  /// Drops all stale entries, so that timelines of destroyed streams can serve again.
  void drop_stale();

  /// Whether there are entries, stale ones included. Relaxed: for polling.
  [[nodiscard]] bool any() const { return any_with(std::memory_order_relaxed); }
  /// Whether all that there is was pushed since a consumer looked last. A hint.
  [[nodiscard]] bool is_only_fresh() const {
    return fifo_levels_.load(std::memory_order_relaxed) == 0 && any();
  }
  /// `any`, ordered after the caller's seq_cst store that says it goes to sleep.
  [[nodiscard]] bool any_ordered() const { return any_with(std::memory_order_seq_cst); }
  /// Whether something waits at a level above this one. A hint.
  [[nodiscard]] bool any_above(unsigned level) const {
    return (urgent_levels_.load(std::memory_order_relaxed) >> (level + 1)) != 0;
  }
  /// Whether a push said `is_long` since `take_long_flag` was asked last.
  [[nodiscard]] bool has_long() const { return long_.load(std::memory_order_relaxed); }
  /// The same; starts anew.
  [[nodiscard]] bool take_long_flag() {
    return long_.load(std::memory_order_relaxed) &&
           long_.exchange(false, std::memory_order_relaxed);
  }

 private:
  struct Fifo {
    Timeline* head = nullptr;
    Timeline* tail = nullptr;
  };

  [[nodiscard]] bool any_with(std::memory_order order) const {
    for (const auto& head : inject_)
      if (head.load(order) != nullptr) return true;
    return fifo_levels_.load(order) != 0;  // after the stacks: see take_injected
  }
  /// Closed timelines met while the consumer's lock is held; recycled after it is released.
  struct Closed;

  void take_injected(unsigned level) RIFFLE_REQUIRES(consumer_);
  void take_out(unsigned level, Timeline* previous, Timeline& entry, Timeline* next)
      RIFFLE_REQUIRES(consumer_);
  bool take_one(Timeline*& timeline, Closed& closed) RIFFLE_REQUIRES(consumer_);
  void drop_stale_of(unsigned level, bool heads_only, Closed& closed) RIFFLE_REQUIRES(consumer_);

  // The line that pollers read.
  alignas(64) std::array<std::atomic<Timeline*>, kLevels> inject_{};
  std::atomic<std::uint32_t> fifo_levels_{0};    // bit per level: its FIFO is, or gets, not empty
  std::atomic<std::uint16_t> urgent_levels_{0};  // bit per level above 0: something was pushed
  std::atomic<bool> long_{false};

  alignas(64) Spinlock consumer_;
  std::array<Fifo, kLevels> fifo_ RIFFLE_GUARDED_BY(consumer_);
};

}  // namespace riffle::engine
