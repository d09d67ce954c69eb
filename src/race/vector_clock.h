// SPDX-License-Identifier: Apache-2.0
// Vector clocks: what is known to have happened before something, one number for each actor.
//
// An actor is a stream (its numbers are tickets) or the program's host side (numbers count what it did). Clocks are
// values that never change once they are shared: operations, awaited moments and bytes of memory all point to them.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace riffle::race {

using Actor = std::uint32_t;
using Time = std::uint64_t;

class VectorClock {
 public:
  /// 0: nothing of that actor.
  [[nodiscard]] Time at(Actor actor) const;
  [[nodiscard]] bool covers(Actor actor, Time time) const { return at(actor) >= time; }
  [[nodiscard]] bool covers(const VectorClock& other) const;
  void raise(Actor actor, Time time);
  void join(const VectorClock& other);
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const std::vector<std::pair<Actor, Time>>& entries() const { return entries_; }

 private:
  std::vector<std::pair<Actor, Time>> entries_;  // sorted by actor
};

using SharedClock = std::shared_ptr<const VectorClock>;

/// The join of two; one of them itself where it covers the other. Null is the empty clock.
[[nodiscard]] SharedClock joined(const SharedClock& left, const SharedClock& right);
[[nodiscard]] SharedClock raised(const SharedClock& clock, Actor actor, Time time);
[[nodiscard]] inline Time time_in(const SharedClock& clock, Actor actor) {
  return clock == nullptr ? 0 : clock->at(actor);
}

/// Where something stands: its own actor and time, and what is known to come before it. The clock says nothing about
/// what the actor itself did before: that is its order.
struct Stamp {
  Actor actor = 0;
  Time time = 0;
  SharedClock before;

  /// Whether `other` is ordered before this, by what the program has declared. Not for two stamps at one time.
  [[nodiscard]] bool is_after(const Stamp& other) const {
    if (other.actor == actor) return other.time < time;
    return time_in(before, other.actor) >= other.time;
  }
};

}  // namespace riffle::race
