// SPDX-License-Identifier: Apache-2.0
// What fibers of a block wait for: barriers, warp operations, the active mask; and what is done when
// nothing can go on.
#include <bit>
#include <cstdio>
#include <cstring>

#include "device/cpu/block_executor.h"
#include "device/cpu/block_fibers.h"
#include "device/cpu/stack_probe.h"

namespace riffle::device {
namespace {

constexpr std::uint32_t kPatience = 1000;

}  // namespace

// ---- Readiness ----

void BlockFibers::make_ready(std::uint32_t warp_index, std::uint32_t lanes) {
  ++steps_;
  Warp& warp = warps_[warp_index];
  warp.runnable |= lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    push_ready(
        fibers_[warp_index * kWarpSize + static_cast<std::uint32_t>(std::countr_zero(rest))]);
  }
}

void BlockFibers::stop_running(Fiber& fiber) {
  const std::uint32_t warp_index = fiber.thread.linear / kWarpSize;
  Warp& warp = warps_[warp_index];
  warp.runnable &= ~(1u << (fiber.thread.linear % kWarpSize));
  if (warp.runnable == 0 && warp.at_active_mask != 0) resolve_active_mask(warp_index);
}

void BlockFibers::retire() {
  ++steps_;
  Fiber& fiber = *current_;
  const std::uint32_t warp_index = fiber.thread.linear / kWarpSize;
  Warp& warp = warps_[warp_index];
  fiber.state = State::kDone;
  warp.live &= ~(1u << (fiber.thread.linear % kWarpSize));
  --live_count_;
  if (watching_ != nullptr) watching_->ends(fiber.thread.linear);
  stop_running(fiber);
  // Those who waited for this thread need not any more.
  for (std::uint32_t group = 0; group < warp.group_count;) {
    if (!try_complete_group(warp_index, group)) ++group;
  }
  for (std::uint32_t rest = active_barriers_; rest != 0; rest &= rest - 1) {
    try_complete_barrier(static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
}

// ---- Barriers ----

bool BlockFibers::is_barrier_complete(const Barrier& barrier) const {
  if (barrier.expected == 0) return barrier.arrived_count == live_count_;
  // Hardware counts warps: one whose threads have all arrived counts as 32, however few it has.
  std::uint32_t counted = 0;
  for (std::uint32_t warp = 0; warp * kWarpSize < thread_count_; ++warp) {
    const std::uint32_t arrived = barrier.arrived[warp];
    if (arrived == 0) continue;
    counted += arrived == warps_[warp].live ? kWarpSize
                                            : static_cast<std::uint32_t>(std::popcount(arrived));
  }
  return counted >= barrier.expected;
}

bool BlockFibers::try_complete_barrier(std::uint32_t id) {
  if (barriers_[id].arrived_count == 0 || !is_barrier_complete(barriers_[id])) return false;
  const Barrier barrier = barriers_[id];
  barriers_[id] = {};
  active_barriers_ &= ~(1u << id);
  if (watching_ != nullptr)
    watching_->barrier_completes(id, barrier.expected == 0, barrier.arrived, barrier.waiting);
  std::uint32_t result = 0;
  if (barrier.reduce == abi::BarrierReduce::kPopc) result = barrier.true_count;
  if (barrier.reduce == abi::BarrierReduce::kAnd)
    result = barrier.true_count == barrier.arrived_count;
  if (barrier.reduce == abi::BarrierReduce::kOr) result = barrier.true_count != 0;
  for (std::uint32_t warp_index = 0; warp_index * kWarpSize < thread_count_; ++warp_index) {
    for (std::uint32_t rest = barrier.waiting[warp_index]; rest != 0; rest &= rest - 1) {
      fibers_[warp_index * kWarpSize + static_cast<std::uint32_t>(std::countr_zero(rest))]
          .barrier_result = result;
    }
    make_ready(warp_index, barrier.waiting[warp_index]);
  }
  return true;
}

std::uint32_t BlockFibers::barrier(std::uint32_t id, std::uint32_t thread_count,
                                   abi::BarrierReduce reduce, std::uint32_t predicate) {
  Fiber& self = *current_;
  id %= kNamedBarriers;
  Barrier& barrier = barriers_[id];
  if (barrier.arrived_count == 0) {
    barrier.expected = thread_count;
    barrier.reduce = abi::BarrierReduce::kNone;
    active_barriers_ |= 1u << id;
  }
  const bool waits = reduce != abi::BarrierReduce::kArrive;
  if (watching_ != nullptr) {
    probe_stack();
    watching_->comes_to_barrier(self.thread.linear, id, thread_count == 0, waits);
  }
  if (waits) barrier.reduce = reduce;
  ++barrier.arrived_count;
  barrier.true_count += predicate != 0;
  const std::uint32_t lane_bit = 1u << (self.thread.linear % kWarpSize);
  barrier.arrived[self.thread.linear / kWarpSize] |= lane_bit;
  if (!waits) {
    (void)try_complete_barrier(id);
    return 0;
  }
  barrier.waiting[self.thread.linear / kWarpSize] |= lane_bit;
  self.state = State::kBarrier;
  if (!try_complete_barrier(id)) stop_running(self);
  block();
  return self.barrier_result;
}

// ---- Warp operations ----

void BlockFibers::complete_group(std::uint32_t warp_index, std::uint32_t group_index) {
  Warp& warp = warps_[warp_index];
  const Group group = warp.groups[group_index];
  warp.groups[group_index] = warp.groups[--warp.group_count];
  if (watching_ != nullptr)
    watching_->warp_meets(warp_index, group.operation, group.mask, group.lanes);
  evaluate_warp_operation(group.operation, group.lanes, warp.lanes);
  // In order of lanes, the running one in its turn: what lanes print is read in that order.
  make_ready(warp_index, group.lanes);
}

bool BlockFibers::try_complete_group(std::uint32_t warp_index, std::uint32_t group_index) {
  const Warp& warp = warps_[warp_index];
  const Group& group = warp.groups[group_index];
  const std::uint32_t needed = group.mask & warp.live;
  if ((group.lanes & needed) != needed) return false;
  complete_group(warp_index, group_index);
  return true;
}

// Lanes at the same place in the code are converged, as far as anyone can tell. Those furthest behind are
// answered first, and the others wait for them: in structured code a lower address runs earlier, and so
// lanes meet again after loops and branches as they do on hardware. The patience of lanes ahead is bounded,
// because those behind may be waiting for what a lane ahead is going to do.
void BlockFibers::resolve_active_mask(std::uint32_t warp_index) {
  Warp& warp = warps_[warp_index];
  Fiber* const fibers = &fibers_[std::size_t{warp_index} * kWarpSize];
  std::uint32_t answered = 0;
  do {
    std::uint32_t behind = 0;
    std::uintptr_t lowest = ~std::uintptr_t{0};
    for (std::uint32_t rest = warp.at_active_mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (fibers[lane].site < lowest) {
        lowest = fibers[lane].site;
        behind = 0;
      }
      if (fibers[lane].site == lowest) behind |= 1u << lane;
    }
    evaluate_warp_operation(abi::WarpOp::kActiveMask, behind, warp.lanes);
    warp.at_active_mask &= ~behind;
    answered |= behind;
    if (warp.at_active_mask == 0) warp.times_passed_over = 0;
  } while (warp.at_active_mask != 0 && warp.times_passed_over >= kPatience);
  ++warp.times_passed_over;
  make_ready(warp_index, answered);
}

std::uint64_t BlockFibers::warp_operation(abi::WarpOp operation, std::uint32_t member_mask,
                                          std::uint64_t value, std::uint32_t operand,
                                          std::uint32_t clamp, std::uint32_t* predicate_out,
                                          std::uintptr_t site) {
  Fiber& self = *current_;
  const std::uint32_t warp_index = self.thread.linear / kWarpSize;
  const std::uint32_t lane = self.thread.linear % kWarpSize;
  Warp& warp = warps_[warp_index];
  WarpLane& mine = warp.lanes[lane];
  mine = {.value = value, .operand = operand, .clamp = clamp};

  if (operation == abi::WarpOp::kActiveMask) {
    self.state = State::kActiveMask;
    self.site = site;
    warp.at_active_mask |= 1u << lane;
    stop_running(self);
    block();
    return mine.result;
  }

  if (watching_ != nullptr) {
    probe_stack();
    watching_->comes_to_warp(self.thread.linear, operation, member_mask);
  }
  std::uint32_t index = 0;
  while (index < warp.group_count &&
         (warp.groups[index].operation != operation || warp.groups[index].mask != member_mask)) {
    ++index;
  }
  if (index == warp.group_count) warp.groups[warp.group_count++] = {operation, member_mask, 0};
  warp.groups[index].lanes |= 1u << lane;
  self.state = State::kWarp;
  if (!try_complete_group(warp_index, index)) stop_running(self);
  block();
  if (predicate_out != nullptr) *predicate_out = mine.predicate;
  return mine.result;
}

// ---- When nothing is ready ----

// A thread that names a mask without itself breaks PTX's rule; hardware lets it pass. It is held as long as
// others can still join it, and let go when the block would stop otherwise.
bool BlockFibers::release_outsiders() {
  bool released = false;
  for (std::uint32_t warp_index = 0; warp_index * kWarpSize < thread_count_; ++warp_index) {
    Warp& warp = warps_[warp_index];
    for (std::uint32_t group = 0; group < warp.group_count;) {
      if ((warp.groups[group].lanes & ~warp.groups[group].mask) == 0) {
        ++group;
        continue;
      }
      const Group leaving = warp.groups[group];
      if (watching_ != nullptr)
        watching_->warp_meets(warp_index, leaving.operation, leaving.mask, leaving.lanes);
      warp.groups[group] = warp.groups[--warp.group_count];
      evaluate_warp_operation(leaving.operation, leaving.lanes, warp.lanes);
      make_ready(warp_index, leaving.lanes);
      released = true;
    }
  }
  return released;
}

// Hardware hangs here. A test that hangs says nothing, so the kernel ends with an error and a text on
// stderr that says who waits for what.
void BlockFibers::report_deadlock() {
  if (watching_ != nullptr) watching_->is_stuck();
  char text[1024];
  int length = std::snprintf(
      text, sizeof text,
      "riffle: kernel %s, block [%u,%u,%u]: no thread can continue; %u of %u have exited",
      executor_.kernel->name, frame_->block_index[0], frame_->block_index[1],
      frame_->block_index[2], thread_count_ - live_count_, thread_count_);
  const auto append = [&](const char* format, auto... values) {
    if (length >= 0 && length < static_cast<int>(sizeof text)) {
      length += std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), format,
                              values...);
    }
  };
  for (std::uint32_t rest = active_barriers_; rest != 0; rest &= rest - 1) {
    const auto id = static_cast<std::uint32_t>(std::countr_zero(rest));
    append("; %u wait at barrier %u", barriers_[id].arrived_count, id);
    if (barriers_[id].expected != 0) append(" for %u threads", barriers_[id].expected);
  }
  for (std::uint32_t warp_index = 0; warp_index * kWarpSize < thread_count_; ++warp_index) {
    const Warp& warp = warps_[warp_index];
    for (std::uint32_t group = 0; group < warp.group_count; ++group) {
      append("; warp %u lanes 0x%08x wait at %s with mask 0x%08x", warp_index,
             warp.groups[group].lanes, warp_operation_name(warp.groups[group].operation),
             warp.groups[group].mask);
    }
  }
  std::fprintf(stderr, "%s\n", text);
  executor_.land({.code = Code::kLaunchFailure, .what = "deadlock in a block"});
}

}  // namespace riffle::device
