// SPDX-License-Identifier: Apache-2.0
#include "race/fence_order.h"

#include <algorithm>

namespace riffle::race {

void FenceOrder::begin(std::uint32_t threads) {
  for (const std::uint32_t thread : recent_) threads_[thread].fences.clear();
  recent_.clear();
  newly_known_.clear();
  of_each_ = nullptr;
  base_ = 0;
  if (threads_.size() < threads) threads_.resize(threads);
}

/// What the thread knows of single others is not looked up: of these all that they did until now counts as known.
void FenceOrder::fence(std::uint32_t thread) {
  std::vector<Fence>& fences = threads_[thread].fences;
  if (fences.empty()) recent_.push_back(thread);
  const bool is_simple = order_.is_simple(thread);
  const std::uint32_t now = order_.step();
  const Fence fence{.time = now, .base = is_simple ? order_.base() : now + 1};
  if (fences.size() < kMostFences)
    fences.push_back(fence);
  else
    // Who knows the one before it counts as knowing this one.
    fences.back().base = std::max(fences.back().base, now + 1);
}

void FenceOrder::meet_all() {
  for (const std::uint32_t thread : recent_) {
    const Fence& last = threads_[thread].fences.back();
    newly_known_.push_back({.thread = thread, .time = last.time});
    base_ = std::max(base_, last.base);
    threads_[thread].fences.clear();
  }
  recent_.clear();
}

/// Mostly nobody tells anything any more.
void FenceOrder::put_known_to_all() {
  if (newly_known_.empty()) return;
  auto times = of_each_ == nullptr ? std::make_shared<std::vector<std::uint32_t>>(threads_.size())
                                   : std::make_shared<std::vector<std::uint32_t>>(*of_each_);
  for (const Own& own : newly_known_) (*times)[own.thread] = own.time;
  newly_known_.clear();
  of_each_ = std::move(times);
}

const FenceOrder::Told& FenceOrder::told_by(std::uint32_t thread) {
  put_known_to_all();
  told_.base = base_;
  told_.of_each = of_each_;
  told_.more.clear();
  if (!order_.knows_its_warp_only(thread)) {
    for (const std::uint32_t other : recent_) tell_of(thread, other);
    return told_;
  }
  const std::uint32_t first = thread / ThreadOrder::kLanes * ThreadOrder::kLanes;
  const auto all = static_cast<std::uint32_t>(threads_.size());
  for (std::uint32_t other = first; other < std::min(first + ThreadOrder::kLanes, all); ++other)
    tell_of(thread, other);
  return told_;
}

/// Of the other's fences that the thread knows of.
void FenceOrder::tell_of(std::uint32_t thread, std::uint32_t other) {
  ++looks_;
  const std::vector<Fence>& fences = threads_[other].fences;
  const auto known = std::find_if(fences.rbegin(), fences.rend(), [&](const Fence& fence) {
    return order_.knows(thread, other, fence.time);
  });
  if (known == fences.rend()) return;
  told_.base = std::max(told_.base, known->base);
  told_.more.push_back({.thread = other, .time = known->time});
}

}  // namespace riffle::race
