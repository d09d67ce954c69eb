// SPDX-License-Identifier: Apache-2.0
#include "race/thread_order.h"

#include <algorithm>
#include <bit>

namespace riffle::race {

void ThreadOrder::begin(std::uint32_t threads) {
  threads_ = threads;
  is_simple_ = true;
  if (rows_.size() < threads) rows_.resize(threads);
  warps_.assign((threads + kLanes - 1) / kLanes, {});
  if (!places_.empty()) places_.clear();
  known_places_.clear();
  // The clock goes on from block to block: what is left of one is older than the next one's base.
  if (tick_ >= kLate) {
    for (Row& row : rows_) row.base = 0;
    tick_ = 0;
  }
  base_ = ++tick_;
}

bool ThreadOrder::knows(std::uint32_t thread, std::uint32_t other, std::uint32_t time) const {
  if (thread == other || time < base_) return true;
  if (thread / kLanes == other / kLanes && time < warps_[thread / kLanes].time) return true;
  const Row& row = rows_[thread];
  return row.base == base_ && row.times[other] >= time;
}

ThreadOrder::Row& ThreadOrder::row(std::uint32_t thread) {
  Row& row = rows_[thread];
  if (row.base == base_) return row;
  Warp& warp = warps_[thread / kLanes];
  warp.rows_base = base_;
  if (row.is_wide || row.times.size() != width()) {
    row.times.assign(width(), 0);
  } else {
    const std::uint32_t first = first_of_warp(thread);
    std::fill(row.times.begin() + first, row.times.begin() + std::min(first + kLanes, threads_), 0);
  }
  // Who leaves what is in the row must leave that, too.
  if (warp.time > base_) {
    const std::uint32_t first = first_of_warp(thread);
    std::fill(row.times.begin() + first, row.times.begin() + std::min(first + kLanes, threads_),
              warp.time - 1);
  }
  for (std::size_t i = 0; i < known_places_.size(); ++i)
    row.times[threads_ + i] = known_places_[i].time;
  row.base = base_;
  row.is_wide = false;
  return row;
}

void ThreadOrder::meet_all() {
  for (std::size_t i = 0; i < known_places_.size(); ++i)
    for (std::uint32_t thread = 0; thread < threads_; ++thread)
      if (const Row& each = rows_[thread]; each.base == base_)
        known_places_[i].time = std::max(known_places_[i].time, each.times[threads_ + i]);
  base_ = ++tick_;
  is_simple_ = true;
}

void ThreadOrder::meet(std::uint32_t warp, std::uint32_t lanes) {
  is_simple_ = false;
  if (lanes == lanes_of(warp) && warps_[warp].rows_base != base_) {
    warps_[warp].time = ++tick_;
    return;
  }
  const std::uint32_t first = warp * kLanes;
  bool is_wide = false;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    is_wide |= row(first + static_cast<std::uint32_t>(std::countr_zero(rest))).is_wide;
  const std::uint32_t begin = is_wide ? 0 : first;
  const std::uint32_t end = is_wide ? threads_ : std::min(first + kLanes, threads_);
  const std::uint32_t leader = first + static_cast<std::uint32_t>(std::countr_zero(lanes));
  std::vector<std::uint32_t>& all = rows_[leader].times;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = first + static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::vector<std::uint32_t>& times = rows_[thread].times;
    for (std::uint32_t i = begin; i < end; ++i) all[i] = std::max(all[i], times[i]);
    for (std::uint32_t i = threads_; i < width(); ++i) all[i] = std::max(all[i], times[i]);
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    all[first + static_cast<std::uint32_t>(std::countr_zero(rest))] = tick_;
  ++tick_;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    Row& each = rows_[first + static_cast<std::uint32_t>(std::countr_zero(rest))];
    each.is_wide = is_wide;
    if (&each.times == &all) continue;
    std::copy(all.begin() + begin, all.begin() + end, each.times.begin() + begin);
    std::copy(all.begin() + threads_, all.end(), each.times.begin() + threads_);
  }
}

ThreadOrder::Row& ThreadOrder::row_at(std::uintptr_t place) {
  auto found = places_.find(place);
  if (found == places_.end()) {
    const std::uintptr_t key = places_.size() < kMostPlaces ? place : 0;
    found = places_.try_emplace(key).first;
  }
  Row& row = found->second;
  if (row.base != base_) {
    row.times.assign(width(), 0);
    row.base = base_;
  }
  row.times.resize(width());
  return row;
}

std::uint32_t ThreadOrder::leave(std::uint32_t thread, std::uintptr_t place) {
  Row& there = row_at(place);
  if (warps_[thread / kLanes].time > base_) (void)row(thread);
  // Most have nothing to tell but what they did.
  if (const Row& mine = rows_[thread]; mine.base == base_)
    for (std::uint32_t i = 0; i < width(); ++i)
      there.times[i] = std::max(there.times[i], mine.times[i]);
  there.times[thread] = tick_;
  return ++tick_;
}

void ThreadOrder::learn(std::uint32_t thread, std::uintptr_t place, bool of_others) {
  is_simple_ = false;
  const Row& there = row_at(place);
  Row& mine = row(thread);
  const std::uint32_t first = first_of_warp(thread);
  for (std::uint32_t i = 0; i < width(); ++i) {
    const bool is_own_warp = i - first < kLanes && i < threads_;  // behind the threads are places
    if (of_others && is_own_warp) continue;
    mine.times[i] = std::max(mine.times[i], there.times[i]);
  }
  mine.is_wide = true;
}

std::uint32_t ThreadOrder::number_of(std::uintptr_t place) {
  const auto found = std::ranges::find(known_places_, place, &KnownPlace::place);
  const auto number = static_cast<std::uint32_t>(found - known_places_.begin());
  if (found != known_places_.end()) return number;
  if (number == kMostKnownPlaces) return number - 1;
  known_places_.push_back({.place = place});
  for (std::uint32_t thread = 0; thread < threads_; ++thread)
    if (rows_[thread].base == base_) rows_[thread].times.resize(width());
  return number;
}

void ThreadOrder::look_at(std::uint32_t thread, std::uintptr_t place) {
  const auto found = std::ranges::find(known_places_, place, &KnownPlace::place);
  const bool is_known = found != known_places_.end();
  if (!is_known && known_places_.size() < kMostKnownPlaces) return;
  const auto number =
      static_cast<std::uint32_t>(is_known ? found - known_places_.begin() : kMostKnownPlaces - 1);
  is_simple_ = false;
  known_places_[number].last_look = tick_;
  row(thread).times[threads_ + number] = tick_++;
}

bool ThreadOrder::knows_place(std::uint32_t thread, std::uint32_t number,
                              std::uint32_t time) const {
  if (all_know_place(number, time)) return true;
  const Row& row = rows_[thread];
  return row.base == base_ && row.times[threads_ + number] >= time;
}

}  // namespace riffle::race
