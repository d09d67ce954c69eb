// SPDX-License-Identifier: Apache-2.0
// What tells other threads of accesses, and what learns of theirs: fences and the steps of asynchronous copies, atomics, volatile
// accesses.
#include <bit>

#include "race/block_memory.h"

namespace riffle::race {

using device::PacketAccess;

void BlockMemory::take_step(const PacketAccess& access) {
  for (std::uint64_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t thread = access.first + lane;
    switch (access.step) {
      case device::OrderStep::kFence:
        fences_.fence(thread);
        break;
      case device::OrderStep::kCommit:
        copies_.commit(thread);
        break;
      case device::OrderStep::kAwait:
        copies_.await(thread, access.bytes);
        break;
      case device::OrderStep::kArrive:
        copies_.arrive(thread, access.address(lane));
        break;
      case device::OrderStep::kNone:
        break;
    }
  }
}

/// One that may tell others something, or learn it from them.
void BlockMemory::touch_strongly(std::uint32_t thread, const PacketAccess& access) {
  const std::uintptr_t begin = access.address(thread - access.first);
  const bool in_shared = is_shared(begin);
  const bool changes_order = (access.reads && !access.is_unread) || !access.is_untold;
  if (in_shared || changes_order) leave_script();
  if (!in_shared && page_at(begin) == nullptr) return;
  if (!in_shared && !access.is_untold) {
    learn_of_blocks();
    is_reading_strongly_ = access.reads && !access.is_unread;
    grid_->has_order.store(true, std::memory_order_relaxed);
  }
  if (access.reads && !access.is_unread)
    order_.learn(thread, begin, in_shared && !access.is_atomic);
  if (access.is_acquire) order_.look_at(thread, begin);
  touch_cells(thread, access, in_shared);
  report_race();
  if (!access.writes || access.is_untold) return;
  if (!in_shared && access.is_release) fences_.fence(thread);
  const std::uint32_t time = order_.leave(thread, begin);
  if (in_shared) return;
  const FenceOrder::Told& told = fences_.told_by(thread);
  const MutexLock lock(grid_->mutex);
  grid_->order.publish(block_, time, told);
}

void BlockMemory::learn_of_blocks() {
  if (!is_reading_strongly_) return;
  is_reading_strongly_ = false;
  const MutexLock lock(grid_->mutex);
  grid_->order.learn(block_);
}

void BlockMemory::leave_grid() {
  if (grid_ != nullptr && grid_->has_order.load(std::memory_order_relaxed)) {
    const MutexLock lock(grid_->mutex);
    grid_->order.leave(block_);
  }
  grid_.reset();
}

void BlockMemory::meet_grid(std::uint32_t time) {
  grid_->has_order.store(true, std::memory_order_relaxed);
  const MutexLock lock(grid_->mutex);
  grid_->order.publish(block_, time, {.base = time, .of_each = nullptr, .more = {}});
  grid_->order.learn(block_);
}

}  // namespace riffle::race
