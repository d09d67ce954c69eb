// SPDX-License-Identifier: Apache-2.0
// Life of a block's fibers: stacks, the ready queue, start, switch and end. What they wait for is in
// rendezvous.cpp.
#include "device/cpu/block_fibers.h"

#include <sched.h>

#include <new>

#include "device/cpu/block_executor.h"
#include "device/cpu/followed_block.h"
#include "device/cpu/grid_scheduler.h"

namespace riffle::device {
namespace {

constexpr std::size_t kStacksPerBatch = 32;
constexpr std::size_t kGuardBytes = std::size_t{32} * 1024;  // more than stack_probe.h reaches
constexpr std::uint32_t kReadyRing = kMaxThreadsPerBlock;
constexpr std::uint32_t kIdleYieldsBeforeSystemYield = 64;
static_assert((kReadyRing & (kReadyRing - 1)) == 0);

}  // namespace

BlockFibers::BlockFibers(BlockExecutor& executor)
    : executor_(executor), base_context_(&executor.kernel_context) {}

BlockFibers::~BlockFibers() {
  for (auto& context : contexts_) sanitizer::destroy(context);
}

bool BlockFibers::allocate() noexcept {
  fibers_.reset(new (std::nothrow) Fiber[kMaxThreadsPerBlock]);
  warps_.reset(new (std::nothrow) Warp[kMaxWarpsPerBlock]);
  ready_.reset(new (std::nothrow) std::uint16_t[kReadyRing]);
  return fibers_ != nullptr && warps_ != nullptr && ready_ != nullptr;
}

void BlockFibers::ensure_stacks(std::size_t stack_bytes) {
  if (stack_bytes > stack_bytes_) {
    for (auto& context : contexts_) sanitizer::destroy(context);
    contexts_.clear();
    batches_.clear();
    free_slots_.clear();
    stack_bytes_ = stack_bytes;
  }
  if (!slots_dirty_) return;
  slots_dirty_ = false;
  free_slots_.clear();
  for (auto slot = static_cast<std::uint32_t>(contexts_.size()); slot-- > 0;) {
    free_slots_.push_back(slot);
    sanitizer::renew(contexts_[slot]);
  }
}

bool BlockFibers::add_stacks() noexcept {
  StackBatch batch = StackBatch::create(kStacksPerBatch, stack_bytes_, kGuardBytes);
  if (batch.is_empty()) return false;
  const std::size_t slots = contexts_.size() + kStacksPerBatch;
  try {
    free_slots_.reserve(slots);  // all of them: a slot that ends is pushed by who cannot fail
    contexts_.reserve(slots);
    batches_.reserve(batches_.size() + 1);
  } catch (const std::bad_alloc&) {
    return false;
  }
  for (std::size_t index = kStacksPerBatch; index-- > 0;) {
    free_slots_.push_back(static_cast<std::uint32_t>(contexts_.size() + index));
  }
  for (std::size_t index = 0; index < kStacksPerBatch; ++index) {
    sanitizer::create(contexts_.emplace_back(), batch.bottom(index), batch.stack_bytes());
  }
  batches_.push_back(std::move(batch));
  return true;
}

std::uint32_t BlockFibers::take_slot() {
  if (free_slots_.empty() && !add_stacks()) {
    executor_.land(
        {.code = Code::kLaunchOutOfResources, .what = "no memory for the stacks of the block"});
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

bool BlockFibers::is_stack_guard(std::uintptr_t address) const {
  for (const auto& batch : batches_) {
    if (batch.is_guard(address)) return true;
  }
  return false;
}

void BlockFibers::prepare_block(const abi::GridLaunch* launch, abi::Frame* frame) {
  thread_count_ = live_count_ = launch->threads;
  frame_ = frame;
  abi::Thread thread{};
  thread.launch = launch;
  thread.frame = frame;
  for (int axis = 0; axis < 3; ++axis) thread.block_index[axis] = frame->block_index[axis];
  for (std::uint32_t linear = 0; linear < thread_count_; ++linear) {
    Fiber& fiber = fibers_[linear];
    fiber.thread = thread;
    fiber.thread.linear = linear;
    fiber.state = State::kNew;
    ready_[linear] = static_cast<std::uint16_t>(linear);
    if (++thread.thread_index[0] == launch->block[0]) {
      thread.thread_index[0] = 0;
      if (++thread.thread_index[1] == launch->block[1]) {
        thread.thread_index[1] = 0;
        ++thread.thread_index[2];
      }
    }
  }
  ready_head_ = 0;
  ready_tail_ = thread_count_;
  for (std::uint32_t first = 0; first < thread_count_; first += kWarpSize) {
    Warp& warp = warps_[first / kWarpSize];
    const std::uint32_t lanes = thread_count_ - first;
    warp.live = warp.runnable = lanes >= kWarpSize ? 0xffffffffu : (1u << lanes) - 1;
    warp.at_active_mask = 0;
    warp.times_passed_over = 0;
    warp.group_count = 0;
  }
  for (Barrier& barrier : barriers_) barrier = {};
  active_barriers_ = 0;
  idle_yields_ = 0;
}

void BlockFibers::run(const abi::GridLaunch* launch, abi::Frame* frame, abi::ThreadFunction* body,
                      std::size_t stack_bytes) {
  if (launch->threads == 0 || launch->threads > kMaxThreadsPerBlock) {
    executor_.land(
        {.code = Code::kLaunchFailure, .what = "impossible number of threads in a block"});
  }
  ensure_stacks(stack_bytes);
  prepare_block(launch, frame);
  watching_ = begin_watch(watched_, executor_, *frame);
  body_ = body;

  Fiber& first = take_ready();
  first.slot = take_slot();
  first.state = State::kReady;
  current_ = &first;
  frame_->thread = 0;
  sanitizer::StackContext& context = contexts_[first.slot];
  auto* top = const_cast<unsigned char*>(static_cast<const unsigned char*>(context.bottom)) +
              context.size_bytes;
  sanitizer::before_switch(*base_context_, context, false);
  riffle_device_switch(&base_stack_pointer_, prepare_stack(top, &fiber_main, this));
  sanitizer::after_switch(*base_context_, nullptr);
  current_ = nullptr;
  if (watching_ != nullptr) watching_->finishes();
  watching_ = nullptr;
}

RIFFLE_UNINSTRUMENTED void BlockFibers::fiber_main(void* self) {
  auto& fibers = *static_cast<BlockFibers*>(self);
  sanitizer::after_switch(fibers.contexts_[fibers.current_->slot], nullptr);
  fibers.live_on_current_stack();
}

RIFFLE_UNINSTRUMENTED void BlockFibers::live_on_current_stack() {
  // Threads that never wait run one after the other on one stack, which stays in the cache.
  for (;;) {
    body_(&current_->thread);
    Fiber& ended = *current_;
    retire();
    if (live_count_ == 0) {
      free_slots_.push_back(ended.slot);
      sanitizer::before_switch(contexts_[ended.slot], *base_context_, true);
      riffle_device_switch(&ended.stack_pointer, base_stack_pointer_);
    }
    Fiber& next = take_ready();
    current_ = &next;
    frame_->thread = next.thread.linear;
    if (next.state == State::kNew) {
      next.state = State::kReady;
      next.slot = ended.slot;
      continue;
    }
    next.state = State::kReady;
    warps_[next.thread.linear / kWarpSize].runnable |= 1u << (next.thread.linear % kWarpSize);
    free_slots_.push_back(ended.slot);
    sanitizer::before_switch(contexts_[ended.slot], contexts_[next.slot], true);
    riffle_device_switch(&ended.stack_pointer, next.stack_pointer);
  }
}

void BlockFibers::push_ready(Fiber& fiber) {
  fiber.state = State::kReady;
  ready_[ready_tail_++ % kReadyRing] = static_cast<std::uint16_t>(fiber.thread.linear);
}

BlockFibers::Fiber& BlockFibers::take_ready() {
  if (ready_head_ == ready_tail_ && !release_outsiders()) report_deadlock();
  return fibers_[ready_[ready_head_++ % kReadyRing]];
}

void BlockFibers::block() {
  Fiber& next = take_ready();
  if (&next == current_) {
    warps_[next.thread.linear / kWarpSize].runnable |= 1u << (next.thread.linear % kWarpSize);
    return;
  }
  idle_yields_ = 0;
  switch_to(next);
}

void BlockFibers::switch_to(Fiber& next) {
  Fiber& from = *current_;
  if (next.state == State::kNew) {
    next.slot = take_slot();
    const sanitizer::StackContext& context = contexts_[next.slot];
    auto* top = const_cast<unsigned char*>(static_cast<const unsigned char*>(context.bottom)) +
                context.size_bytes;
    next.stack_pointer = prepare_stack(top, &fiber_main, this);
    next.state = State::kReady;
  }
  warps_[next.thread.linear / kWarpSize].runnable |= 1u << (next.thread.linear % kWarpSize);
  current_ = &next;
  frame_->thread = next.thread.linear;
  sanitizer::before_switch(contexts_[from.slot], contexts_[next.slot], false);
  riffle_device_switch(&from.stack_pointer, next.stack_pointer);
  sanitizer::after_switch(contexts_[from.slot], nullptr);
}

// In a grid what the thread waits for may come from another block. Several threads may spin:
// the block gives way when each could have seen that nothing changed.
void BlockFibers::leave_block_if_idle() {
  if (ready_tail_ - ready_head_ > 1 && ++yields_in_turn_ < live_count_) return;
  yields_in_turn_ = 0;
  executor_.grid()->leave_block();
}

void BlockFibers::yield() {
  Fiber& self = *current_;
  stop_running(self);
  push_ready(self);
  if (executor_.grid() != nullptr) {
    leave_block_if_idle();
  } else if (ready_tail_ - ready_head_ == 1 && ++idle_yields_ >= kIdleYieldsBeforeSystemYield) {
    // Nobody else can run: what this thread waits for comes from another core, which may need ours.
    idle_yields_ = 0;
    sched_yield();
  }
  block();
}

}  // namespace riffle::device
