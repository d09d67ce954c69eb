// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/cooperative_grid.h"

#include <sched.h>

#include <cstdio>
#include <new>

#include "device/cpu/switch.h"
#include "device/cpu/worker.h"

namespace riffle::device {
namespace {

constexpr std::size_t kBaseStackBytes = sanitizer::kEnabled ? 256 << 10 : 64 << 10;
constexpr std::size_t kGuardBytes = 32 << 10;
constexpr std::uint32_t kRoundsBeforeSystemYield = 64;

}  // namespace

CooperativeGrid::~CooperativeGrid() {
  for (auto& block : blocks_) sanitizer::destroy(block->context);
}

bool CooperativeGrid::make_block() noexcept {
  auto block = std::unique_ptr<Block>(new (std::nothrow) Block);
  if (block == nullptr) return false;
  block->fibers.reset(new (std::nothrow) BlockFibers(worker_));
  block->base = StackBatch::create(1, kBaseStackBytes, kGuardBytes);
  if (block->fibers == nullptr || !block->fibers->allocate() || block->base.is_empty())
    return false;
  sanitizer::create(block->context, block->base.bottom(0), block->base.stack_bytes());
  block->fibers->set_base(block->context);
  blocks_.push_back(std::move(block));
  return true;
}

void CooperativeGrid::reset_block(std::uint64_t index, const abi::Launch& launch,
                                  std::uint32_t shared_bytes) {
  Block& block = *blocks_[index];
  block.frame = {};
  block.frame.executor = &worker_;
  block.frame.shared = shared_bytes == 0 ? worker_.shared_end : shared_.top(index) - shared_bytes;
  const std::uint64_t scratch = scratch_.size() / count_;
  block.frame.scratch = scratch_.data() + index * scratch;
  block.frame.block_index[0] = static_cast<std::uint32_t>(index % launch.grid[0]);
  block.frame.block_index[1] = static_cast<std::uint32_t>(index / launch.grid[0] % launch.grid[1]);
  block.frame.block_index[2] = static_cast<std::uint32_t>(index / launch.grid[0] / launch.grid[1]);
  block.stack_pointer = prepare_stack(block.base.top(0), &block_main, this);
  block.arrivals = 0;
  block.is_done = false;
}

bool CooperativeGrid::prepare(const abi::Kernel& kernel, const abi::Launch& launch,
                              std::uint32_t shared_bytes) noexcept {
  const std::uint64_t count = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  try {
    blocks_.reserve(count);
    const std::uint64_t scratch =
        std::uint64_t{kernel.scratch_bytes_per_thread} * ((launch.threads + 63) & ~63u) +
        kernel.scratch_bytes_per_block;
    scratch_.assign(((scratch + 63) & ~std::uint64_t{63}) * count, 0);
  } catch (const std::bad_alloc&) {
    return false;
  }
  while (blocks_.size() < count) {
    if (!make_block()) return false;
  }
  if (shared_bytes != 0 && (shared_count_ < count || shared_.stack_bytes() < shared_bytes)) {
    shared_ = StackBatch::create(count + 1, shared_bytes, kGuardBytes);
    shared_count_ = shared_.is_empty() ? 0 : count;
    if (shared_.is_empty()) return false;
  }
  kernel_ = &kernel;
  launch_ = &launch;
  count_ = count;
  generation_ = arrived_count_ = deserter_count_ = 0;
  for (std::uint64_t index = 0; index < count; ++index) reset_block(index, launch, shared_bytes);
  return true;
}

void CooperativeGrid::run(const abi::Launch*, abi::Frame* frame, std::uint64_t, std::uint64_t) {
  static_cast<Worker*>(frame->executor)->grid()->run_blocks();
}

// Round robin: every block that is not done gets a turn until its threads can only spin.
void CooperativeGrid::run_blocks() {
  std::uint64_t left = count_;
  std::uint32_t idle_rounds = 0;
  while (left > 0) {
    const std::uint32_t generation = generation_;
    const std::uint64_t before = left;
    for (std::uint64_t index = 0; index < count_; ++index) {
      if (blocks_[index]->is_done) continue;
      current_index_ = index;
      enter(*blocks_[index]);
      if (blocks_[index]->is_done) --left;
    }
    if (left < before || generation != generation_) {
      idle_rounds = 0;
    } else if (++idle_rounds >= kRoundsBeforeSystemYield) {
      idle_rounds = 0;
      sched_yield();  // what they wait for comes from another core, which may need ours
    }
  }
  current_ = nullptr;
}

void CooperativeGrid::enter(Block& block) {
  current_ = &block;
  for (int axis = 0; axis < 3; ++axis)
    worker_.frame.block_index[axis] = block.frame.block_index[axis];
  sanitizer::StackContext& context = block.fibers->resume_context(block.context);
  sanitizer::before_switch(worker_.kernel_context, context, false);
  riffle_device_switch(&scheduler_stack_pointer_, block.stack_pointer);
  sanitizer::after_switch(worker_.kernel_context, nullptr);
}

RIFFLE_UNINSTRUMENTED void CooperativeGrid::block_main(void* self) {
  auto& grid = *static_cast<CooperativeGrid*>(self);
  sanitizer::after_switch(grid.current_->context, nullptr);
  grid.live_on_base_stack();
}

RIFFLE_UNINSTRUMENTED void CooperativeGrid::live_on_base_stack() {
  Block& block = *current_;
  kernel_->run(launch_, &block.frame, current_index_, current_index_ + 1);
  block.is_done = true;
  if (block.arrivals == generation_) ++deserter_count_;
  sanitizer::before_switch(block.context, worker_.kernel_context, true);
  riffle_device_switch(&block.stack_pointer, scheduler_stack_pointer_);
  __builtin_unreachable();
}

void CooperativeGrid::leave_block() {
  Block& block = *current_;
  sanitizer::StackContext& context = block.fibers->resume_context(block.context);
  sanitizer::before_switch(context, worker_.kernel_context, false);
  riffle_device_switch(&block.stack_pointer, scheduler_stack_pointer_);
  sanitizer::after_switch(context, nullptr);
}

std::uint32_t CooperativeGrid::arrive() {
  const std::uint32_t ticket = generation_;
  ++current_->arrivals;
  if (++arrived_count_ == count_) {
    arrived_count_ = 0;
    ++generation_;
  }
  return ticket;
}

bool CooperativeGrid::has_passed(std::uint32_t ticket) {
  if (generation_ != ticket) return true;
  if (deserter_count_ == 0) return false;
  // Hardware hangs here: as with barriers of a block, an error says more.
  std::fprintf(stderr,
               "riffle: kernel %s: blocks wait at the grid's barrier, but %u have ended without "
               "arriving\n",
               kernel_->name, deserter_count_);
  worker_.land({.code = Code::kLaunchFailure, .what = "deadlock at the grid's barrier"});
}

void CooperativeGrid::abandon() {
  current_ = nullptr;
  for (auto& block : blocks_) {
    block->fibers->abandon();
    sanitizer::renew(block->context);
  }
}

bool CooperativeGrid::is_stack_guard(std::uintptr_t address) const {
  for (const auto& block : blocks_) {
    if (block->base.is_guard(address) || block->fibers->is_stack_guard(address)) return true;
  }
  return false;
}

}  // namespace riffle::device
