// SPDX-License-Identifier: Apache-2.0
#include "race/barrier_use.h"

#include <algorithm>
#include <bit>

namespace riffle::race {
namespace {

constexpr std::uint32_t kLanes = 32;

bool is_same_line(const device::AccessSite* left, const device::AccessSite* right) {
  // Of an unknown line nothing is said.
  return left == right || left == nullptr || right == nullptr || left->line == 0 ||
         right->line == 0 || left->line == right->line;
}

}  // namespace

void BarrierUse::comes_to_barrier(std::uint32_t thread, std::uint32_t barrier) {
  at(thread).state = State::kAtBarrier;
  at(thread).barrier = barrier;
}

/// Of threads that are all at one barrier of the whole block.
BarrierUse::Found BarrierUse::divergent(const std::vector<std::uint32_t>& at_barrier) const {
  if (at_barrier.empty()) return std::nullopt;
  const std::uint32_t first = at_barrier.front();
  BarrierMisuse misuse{.waiting = waiting(first), .other = {}};
  for (const std::uint32_t thread : at_barrier) {
    if (is_same_line(threads_[first].site, threads_[thread].site)) continue;
    if (misuse.count++ == 0) misuse.other = waiting(thread);
  }
  misuse.kind = BarrierMisuse::Kind::kElsewhere;
  if (misuse.count != 0) return misuse;
  misuse.kind = BarrierMisuse::Kind::kAfterExit;
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (threads_[thread].state != State::kEnded) continue;
    if (misuse.count++ == 0) misuse.other = BarrierMisuse::Waiting{thread, nullptr};
  }
  return misuse.count != 0 ? Found(misuse) : std::nullopt;
}

BarrierUse::Found BarrierUse::barrier_completes(bool is_whole, const std::uint32_t* arrived,
                                                const std::uint32_t* waiting) {
  std::vector<std::uint32_t> here;
  for (std::uint32_t thread = 0; thread < threads().size(); ++thread) {
    if ((arrived[thread / kLanes] >> thread % kLanes & 1) != 0) here.push_back(thread);
    if ((waiting[thread / kLanes] >> thread % kLanes & 1) != 0)
      threads_[thread].state = State::kRuns;
  }
  return is_whole ? divergent(here) : std::nullopt;
}

std::uint32_t BarrierUse::lanes_of(std::uint32_t warp) const {
  const std::uint32_t rest = count_ - warp * kLanes;
  return rest >= kLanes ? ~0U : (1U << rest) - 1;
}

BarrierUse::Found BarrierUse::missing(std::uint32_t thread, std::uint32_t mask,
                                      std::uint32_t lanes) const {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uint32_t other = thread / kLanes * kLanes + lane;
  return BarrierMisuse{.kind = BarrierMisuse::Kind::kMissingLanes,
                       .waiting = waiting(thread),
                       .other = BarrierMisuse::Waiting{other, threads_[other].state == State::kEnded
                                                                  ? nullptr
                                                                  : threads_[other].site},
                       .count = static_cast<std::uint32_t>(std::popcount(lanes)),
                       .mask = mask,
                       .lanes = lanes};
}

BarrierUse::Found BarrierUse::comes_to_warp(std::uint32_t thread, std::uint32_t mask) {
  at(thread).state = State::kInWarp;
  at(thread).mask = mask;
  if ((mask >> thread % kLanes & 1) != 0) return std::nullopt;
  return BarrierMisuse{.kind = BarrierMisuse::Kind::kNotOwnLane,
                       .waiting = waiting(thread),
                       .other = {},
                       .mask = mask};
}

BarrierUse::Found BarrierUse::warp_meets(std::uint32_t warp, std::uint32_t mask,
                                         std::uint32_t lanes) {
  const std::uint32_t absent = mask & lanes_of(warp) & ~lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    at(warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))).state = State::kRuns;
  // Of who names a mask without itself that was said.
  if (absent == 0 || (lanes & ~mask) != 0) return std::nullopt;
  return missing(warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(lanes)), mask, absent);
}

BarrierUse::Found BarrierUse::is_stuck() {
  Found found;
  for (std::uint32_t thread = 0; thread < threads().size() && !found; ++thread) {
    const Thread& one = threads_[thread];
    if (one.state != State::kInWarp) continue;
    std::uint32_t absent = one.mask & lanes_of(thread / kLanes);
    for (std::uint32_t lane = 0; lane < kLanes && thread / kLanes * kLanes + lane < threads_.size();
         ++lane) {
      const Thread& other = threads_[thread / kLanes * kLanes + lane];
      if (other.state == State::kInWarp && other.mask == one.mask &&
          is_same_line(other.site, one.site))
        absent &= ~(1U << lane);
    }
    if (absent != 0) found = missing(thread, one.mask, absent);
  }
  for (std::uint32_t thread = 0; thread < threads_.size() && !found; ++thread) {
    if (threads_[thread].state != State::kAtBarrier) continue;
    BarrierMisuse misuse{
        .kind = BarrierMisuse::Kind::kElsewhere, .waiting = waiting(thread), .other = {}};
    for (std::uint32_t other = 0; other < threads_.size(); ++other) {
      const Thread& two = threads_[other];
      if (two.state == State::kEnded ||
          (two.state == State::kAtBarrier && two.barrier == threads_[thread].barrier))
        continue;
      if (misuse.count++ == 0) misuse.other = waiting(other);
    }
    if (misuse.count != 0) found = misuse;
  }
  if (found) found->is_stuck = true;
  return found;
}

}  // namespace riffle::race
