// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/matcher.h"

#include <algorithm>

namespace riffle::nccl {

MatchedCalls Matcher::arrive(Arrival arrival) {
  return is_point_to_point(arrival.call.kind) ? arrive_at_channel(std::move(arrival))
                                              : arrive_at_collective(std::move(arrival));
}

MatchedCalls Matcher::arrive_at_collective(Arrival arrival) {
  collectives_[static_cast<std::size_t>(arrival.call.rank)].push_back(std::move(arrival));
  if (std::ranges::any_of(collectives_, [](const auto& each) { return each.empty(); })) return {};
  MatchedCalls unit;
  for (std::deque<Arrival>& each : collectives_) {
    unit.push_back(std::move(each.front()));
    each.pop_front();
  }
  return unit;
}

MatchedCalls Matcher::arrive_at_channel(Arrival arrival) {
  const bool sends = arrival.call.kind == CommKind::kSend;
  const int own = arrival.call.rank;
  const int peer = arrival.call.peer;
  Channel& channel = channels_[sends ? std::pair(own, peer) : std::pair(peer, own)];
  std::deque<Arrival>& others = sends ? channel.receives : channel.sends;
  if (others.empty()) {
    (sends ? channel.sends : channel.receives).push_back(std::move(arrival));
    return {};
  }
  Arrival other = std::move(others.front());
  others.pop_front();
  MatchedCalls unit;
  unit.push_back(sends ? std::move(arrival) : std::move(other));
  unit.push_back(sends ? std::move(other) : std::move(arrival));
  return unit;
}

std::vector<Arrival> Matcher::take_all() {
  std::vector<Arrival> all;
  const auto take = [&](std::deque<Arrival>& some) {
    std::ranges::move(some, std::back_inserter(all));
    some.clear();
  };
  for (std::deque<Arrival>& each : collectives_) take(each);
  for (auto& [ranks, channel] : channels_) {
    take(channel.sends);
    take(channel.receives);
  }
  return all;
}

bool Matcher::is_waiting(int rank) const {
  if (!collectives_[static_cast<std::size_t>(rank)].empty()) return true;
  return std::ranges::any_of(channels_, [&](const auto& each) {
    const auto& [ranks, channel] = each;
    return (ranks.first == rank && !channel.sends.empty()) ||
           (ranks.second == rank && !channel.receives.empty());
  });
}

}  // namespace riffle::nccl
