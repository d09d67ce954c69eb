// SPDX-License-Identifier: Apache-2.0
// Which of a block's threads knows what of which other: vector clocks that are made for blocks.
//
// A barrier of the whole block makes all that was done before it known to all: one number (`base_`) says so. What threads
// tell each other otherwise - lanes that meet at an operation of their warp, and threads that come to the same place one
// after the other (an atomic, a flag, a named barrier) - is in rows, one number for each thread, which begin anew at the
// block's barrier. Until threads of different warps meet, a row has no more than its own warp's numbers. Lanes of a whole
// warp that meet and know nothing else are one number, too (`Warp`).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace riffle::race {

class ThreadOrder {
 public:
  static constexpr std::uint32_t kLanes = 32;
  void begin(std::uint32_t threads);

  /// The time at which what a thread does now is done: one clock for all of them.
  [[nodiscard]] std::uint32_t now() const { return tick_; }
  /// Whether what `other` did at `time` is known to `thread`.
  [[nodiscard]] bool knows(std::uint32_t thread, std::uint32_t other, std::uint32_t time) const;
  /// Times before it are known to all.
  [[nodiscard]] std::uint32_t base() const { return base_; }

  /// Nobody knows more of others than all know of all.
  [[nodiscard]] bool is_simple() const { return is_simple_; }
  /// The same of one thread.
  [[nodiscard]] bool is_simple(std::uint32_t thread) const {
    return rows_[thread].base != base_ && warps_[thread / kLanes].time <= base_;
  }
  /// What it knows of other warps' threads is what all know.
  [[nodiscard]] bool knows_its_warp_only(std::uint32_t thread) const {
    return rows_[thread].base != base_ || !rows_[thread].is_wide;
  }
  /// What is done from now on is later than what was done until now. Returns the time until now.
  std::uint32_t step() { return tick_++; }

  /// All threads of the block meet.
  void meet_all();
  /// Lanes of one warp meet.
  void meet(std::uint32_t warp, std::uint32_t lanes);
  /// `thread` leaves at `place` what it knows, and what it did. Returns a time that is later than all of it.
  std::uint32_t leave(std::uint32_t thread, std::uintptr_t place);
  /// And learns what is there. `of_others`: not of its own warp's threads.
  void learn(std::uint32_t thread, std::uintptr_t place, bool of_others = false);

  // Some places are themselves something that threads know of, and pass on: until when they have looked there.
  /// Of those, the number of `place`, which is one from now on.
  [[nodiscard]] std::uint32_t number_of(std::uintptr_t place);
  /// The thread has looked there, if it is such a place.
  void look_at(std::uint32_t thread, std::uintptr_t place);
  /// Whether it knows of somebody who has looked there behind `time`.
  [[nodiscard]] bool knows_place(std::uint32_t thread, std::uint32_t number,
                                 std::uint32_t time) const;
  /// The same of all threads, as of the block's last barrier.
  [[nodiscard]] bool all_know_place(std::uint32_t number, std::uint32_t time) const {
    return known_places_[number].time >= time;
  }
  /// When anybody has last looked there; 0: never.
  [[nodiscard]] std::uint32_t last_look(std::uint32_t number) const {
    return known_places_[number].last_look;
  }

 private:
  /// Beyond that many places, one for all of them: more counts as ordered than is.
  static constexpr std::size_t kMostPlaces = 4096;
  /// Of those that threads know of; beyond them the last one stands for all.
  static constexpr std::uint32_t kMostKnownPlaces = 16;
  /// From here on the clock begins anew with the next block.
  static constexpr std::uint32_t kLate = 1U << 31;

  struct Row {
    std::uint32_t base = 0;            ///< valid while it is the block's
    bool is_wide = false;              ///< more than its warp's may be there
    std::vector<std::uint32_t> times;  ///< of threads, then of known places
  };
  /// As of now: empty of what is known to all.
  Row& row(std::uint32_t thread);
  Row& row_at(std::uintptr_t place);
  [[nodiscard]] std::uint32_t first_of_warp(std::uint32_t thread) const {
    return thread / kLanes * kLanes;
  }

  [[nodiscard]] std::uint32_t width() const {
    return threads_ + static_cast<std::uint32_t>(known_places_.size());
  }

  std::uint32_t threads_ = 0;
  std::uint32_t tick_ = 0;
  std::uint32_t base_ = 0;
  bool is_simple_ = true;
  /// What its lanes did before `time` is known to all of them.
  struct Warp {
    std::uint32_t time = 0;
    std::uint32_t rows_base = 0;  ///< the base at which a row of its was last in use
  };
  /// Of the lanes that the warp has.
  [[nodiscard]] std::uint32_t lanes_of(std::uint32_t warp) const {
    const std::uint32_t rest = threads_ - warp * kLanes;
    return rest >= kLanes ? ~0U : (1U << rest) - 1;
  }

  std::vector<Row> rows_;
  std::vector<Warp> warps_;
  std::unordered_map<std::uintptr_t, Row> places_;
  struct KnownPlace {
    std::uintptr_t place = 0;
    std::uint32_t time = 0;  ///< known to all
    std::uint32_t last_look = 0;
  };
  std::vector<KnownPlace> known_places_;
};

}  // namespace riffle::race
