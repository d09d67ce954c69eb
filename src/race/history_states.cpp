// SPDX-License-Identifier: Apache-2.0
#include "race/history_states.h"

#include <utility>

namespace riffle::race {

std::size_t HistoryStates::Hash::operator()(const State& state) const noexcept {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  std::uint64_t hash = (state.write + 1) * kFactor;
  for (const AccessNumber each : state.others) hash = ((hash ^ (hash >> 29)) + each) * kFactor;
  return hash ^ (hash >> 32);
}

AccessNumber HistoryStates::number_of(const RecordedAccess& access) {
  if (!newest_.empty() && accesses_[newest_.front()].operation != access.operation) newest_.clear();
  for (const AccessNumber each : newest_)
    if (accesses_[each].kind == access.kind && accesses_[each].line == access.line) return each;
  if (free_accesses_.empty()) {
    accesses_.emplace_back();
    free_accesses_.push_back(static_cast<AccessNumber>(accesses_.size() - 1));
  }
  const AccessNumber number = free_accesses_.back();
  newest_.push_back(number);
  free_accesses_.pop_back();
  accesses_[number] = access;
  return number;
}

StateNumber HistoryStates::number_of(State state) {
  if (const auto known = numbers_.find(state); known != numbers_.end()) return known->second;
  if (free_states_.empty()) {
    states_.push_back(nullptr);
    free_states_.push_back(static_cast<StateNumber>(states_.size() - 1));
  }
  const StateNumber number = free_states_.back();
  states_[number] = &numbers_.emplace(std::move(state), number).first->first;
  free_states_.pop_back();
  return number;
}

void HistoryStates::keep(const std::vector<bool>& is_used) {
  std::vector<bool> is_named(accesses_.size());
  is_named[kNoAccess] = true;
  std::erase_if(numbers_, [&](const auto& each) {
    const auto& [state, number] = each;
    if (number == kNoState || is_used[number]) {
      is_named[state.write] = true;
      for (const AccessNumber other : state.others) is_named[other] = true;
      return false;
    }
    states_[number] = nullptr;
    free_states_.push_back(number);
    return true;
  });
  newest_.clear();
  free_accesses_.clear();
  for (AccessNumber number = 0; number < accesses_.size(); ++number) {
    if (is_named[number]) continue;
    accesses_[number] = {};
    free_accesses_.push_back(number);
  }
}

}  // namespace riffle::race
