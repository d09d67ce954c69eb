// SPDX-License-Identifier: Apache-2.0
#include "race/vector_clock.h"

#include <algorithm>

namespace riffle::race {

Time VectorClock::at(Actor actor) const {
  const auto found = std::ranges::lower_bound(entries_, actor, {}, &std::pair<Actor, Time>::first);
  return found != entries_.end() && found->first == actor ? found->second : 0;
}

bool VectorClock::covers(const VectorClock& other) const {
  return std::ranges::all_of(other.entries_,
                             [&](const auto& entry) { return at(entry.first) >= entry.second; });
}

void VectorClock::raise(Actor actor, Time time) {
  const auto found = std::ranges::lower_bound(entries_, actor, {}, &std::pair<Actor, Time>::first);
  if (found != entries_.end() && found->first == actor)
    found->second = std::max(found->second, time);
  else if (time != 0)
    entries_.insert(found, {actor, time});
}

void VectorClock::join(const VectorClock& other) {
  std::vector<std::pair<Actor, Time>> all;
  all.reserve(entries_.size() + other.entries_.size());
  auto own = entries_.begin();
  auto its = other.entries_.begin();
  while (own != entries_.end() || its != other.entries_.end()) {
    if (its == other.entries_.end() || (own != entries_.end() && own->first < its->first)) {
      all.push_back(*own++);
    } else if (own == entries_.end() || its->first < own->first) {
      all.push_back(*its++);
    } else {
      all.emplace_back(own->first, std::max(own->second, its->second));
      ++own;
      ++its;
    }
  }
  entries_ = std::move(all);
}

SharedClock joined(const SharedClock& left, const SharedClock& right) {
  if (right == nullptr || left == right) return left;
  if (left == nullptr || right->covers(*left)) return right;
  if (left->covers(*right)) return left;
  auto both = std::make_shared<VectorClock>(*left);
  both->join(*right);
  return both;
}

SharedClock raised(const SharedClock& clock, Actor actor, Time time) {
  if (time_in(clock, actor) >= time) return clock;
  auto higher =
      clock == nullptr ? std::make_shared<VectorClock>() : std::make_shared<VectorClock>(*clock);
  higher->raise(actor, time);
  return higher;
}

}  // namespace riffle::race
