// SPDX-License-Identifier: Apache-2.0
#include "race/order.h"

#include <algorithm>
#include <iterator>

namespace riffle::race {

Order::Line& Order::line(TimelineKey timeline) {
  const auto [found, is_new] = lines_.try_emplace(timeline);
  if (is_new) {
    found->second.actor = static_cast<Actor>(actors_.size());
    actors_.push_back(&found->second);  // nodes of the map stay where they are
  }
  return found->second;
}

/// The line's next operation comes after what the line waits for, and after what the host knows.
void Order::mark(Line& line, Time ticket) {
  const SharedClock last = line.marks.empty() ? nullptr : line.marks.back().before;
  SharedClock before = joined(joined(last, line.waits), host_);
  before = raised(before, kHost, host_time_);
  line.waits = nullptr;
  if (before == last) return;
  line.marks.push_back({ticket, std::move(before)});
  if (line.marks.size() > kMostMarks) line.marks.pop_front();
}

Stamp Order::submit(TimelineKey timeline, Time ticket) {
  Line& own = line(timeline);
  own.newest = ticket;
  mark(own, ticket);
  return {own.actor, ticket, own.marks.back().before};
}

bool Order::moment(TimelineKey timeline, Time ticket, SharedClock& clock) const {
  if (const auto stands = stands_.find(timeline); stands != stands_.end()) {
    const auto stand = std::ranges::find(stands->second, ticket, &Stand::fence_ticket);
    if (stand != stands->second.end()) return moment(stand->timeline, stand->ticket, clock);
  }
  const auto found = lines_.find(timeline);
  // A timeline may have been a stream's before it became a fence.
  if (found == lines_.end() || ticket > found->second.newest) return false;
  const Line& own = found->second;
  // The newest mark that is not after the ticket; where that was dropped, the oldest there is, which covers more.
  const auto after = std::ranges::upper_bound(own.marks, ticket, {}, &Mark::first);
  if (after != own.marks.begin())
    clock = std::prev(after)->before;
  else if (own.marks.size() == kMostMarks)
    clock = own.marks.front().before;
  clock = raised(clock, own.actor, ticket);
  return true;
}

void Order::wait(TimelineKey timeline, TimelineKey awaited, Time ticket) {
  if (timeline == awaited) return;
  SharedClock clock;
  if (!moment(awaited, ticket, clock)) {
    if (ticket != 0) lose_track(timeline);
    return;
  }
  Line& own = line(timeline);
  own.waits = joined(own.waits, clock);
}

void Order::stand_for(TimelineKey fence, Time fence_ticket, TimelineKey timeline, Time ticket) {
  std::deque<Stand>& stands = stands_[fence];
  stands.push_back({fence_ticket, timeline, ticket});
  if (stands.size() > kMostMarks) stands.pop_front();
}

void Order::lose_track(TimelineKey timeline) {
  Line& own = line(timeline);
  if (own.lost_from == 0) own.lost_from = own.newest + 1;
  await_signal(timeline, kOutside);
}

void Order::host_saw(TimelineKey timeline, Time ticket) {
  SharedClock clock;
  if (moment(timeline, ticket, clock)) {
    host_ = joined(host_, clock);
    return;
  }
  if (ticket == 0) return;
  for (const auto& [key, known] : lines_) host_saw_all(key);
}

void Order::host_saw_all(TimelineKey timeline) {
  const auto found = lines_.find(timeline);
  if (found != lines_.end()) host_saw(timeline, found->second.newest);
}

void Order::host_learned(TimelineKey timeline, Time ticket) {
  SharedClock clock;
  if (ticket != 0 && moment(timeline, ticket, clock)) host_ = joined(host_, clock);
}

SharedClock Order::host_may_know(TimelineKey timeline, Time ticket) {
  SharedClock clock;
  if (ticket == 0 || !moment(timeline, ticket, clock)) return nullptr;
  learned_ = joined(learned_, clock);
  return clock;
}

Stamp Order::host_acts() { return {kHost, ++host_time_, host_may_know()}; }

bool Order::is_ordered(const Stamp& earlier, const Stamp& later) const {
  if (later.is_after(earlier)) return true;
  const Line* const own = actors_[later.actor];
  return (own != nullptr && own->lost_from != 0 && later.time >= own->lost_from) ||
         (!channels_.empty() && is_before_signals(earlier, later.before));
}

// ---- Signals ----

Order::Channel& Order::channel(const SignalName& signal) {
  const auto [found, is_new] = channels_.try_emplace(signal.channel);
  if (is_new) {
    found->second.actor = static_cast<Actor>(actors_.size());
    found->second.name = signal;
    actors_.push_back(nullptr);
    channels_by_actor_[found->second.actor] = &found->second;
  }
  return found->second;
}

const SignalName* Order::channel_of(Actor actor) const {
  const auto found = channels_by_actor_.find(actor);
  return found == channels_by_actor_.end() ? nullptr : &found->second->name;
}

SharedClock Order::give_signal(TimelineKey timeline, Time ticket, const SignalName& signal) {
  Channel& own = channel(signal);
  SharedClock clock;
  static_cast<void>(moment(timeline, ticket, clock));
  if (!signal.is_local) told_ = joined(told_, clock);
  const auto after = own.given.upper_bound(signal.number);
  const SharedClock before = after == own.given.begin() ? nullptr : std::prev(after)->second;
  SharedClock& given = own.given[signal.number];
  given = joined(joined(given, before), clock);
  if (own.given.size() > kMostSignals) own.given.erase(own.given.begin());
  return clock;
}

void Order::await_signal(TimelineKey timeline, const SignalName& signal) {
  Line& own = line(timeline);
  own.waits = raised(own.waits, channel(signal).actor, signal.number);
}

void Order::host_saw_signal(const SignalName& signal) {
  host_ = raised(host_, channel(signal).actor, signal.number);
}

bool Order::is_before_signals(const Stamp& earlier, const SharedClock& clock) const {
  std::unordered_map<Actor, Time> seen;
  std::vector<SharedClock> open{clock};
  while (!open.empty()) {
    const SharedClock next = std::move(open.back());
    open.pop_back();
    if (next == nullptr) continue;
    if (next->covers(earlier.actor, earlier.time)) return true;
    for (const auto& [actor, number] : next->entries()) {
      const auto found = channels_by_actor_.find(actor);
      if (found == channels_by_actor_.end()) continue;
      Time& known = seen[actor];
      if (known >= number) continue;
      known = number;
      const Channel& own = *found->second;
      if (own.name.channel.first == 0) continue;
      const auto after = own.given.upper_bound(number);
      const bool is_given = after != own.given.begin() && std::prev(after)->first == number;
      if (after != own.given.begin()) open.push_back(std::prev(after)->second);
      // Of a channel in this process: by somebody who has not told, or too long ago.
      if (own.name.is_local && !is_given) return true;
      // Another process may know what this one has told, or could tell when this is asked.
      if (!own.name.is_local && (time_in(told_, earlier.actor) >= earlier.time ||
                                 time_in(host_may_know(), earlier.actor) >= earlier.time))
        return true;
    }
  }
  return false;
}

}  // namespace riffle::race
