// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/cooperative_grid.h"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "device/cpu/switch.h"
#include "device/cpu/worker.h"
#include "platform/clock.h"
#include "platform/pause.h"

namespace riffle::device {
namespace {

// Packets and loops run there whole, fibers only begin there. Memory is used where a stack is touched.
constexpr std::size_t kBaseStackBytes = 1 << 20;
constexpr std::size_t kMostThreadsOfPacket = 64;
constexpr std::size_t kGuardBytes = 32 << 10;
constexpr std::uint32_t kRoundsBeforeSystemYield = 64;
/// Another thread that was woken for the grid comes within this time; later, its share is taken.
constexpr std::int64_t kPatienceNs = 60'000;
constexpr int kPausesPerRound = 32;

}  // namespace

CooperativeGrid::~CooperativeGrid() {
  for (auto& block : blocks_) sanitizer::destroy(block->context);
}

void CooperativeGrid::begin(const abi::Kernel& kernel, const abi::Launch& launch,
                            std::uint32_t shared_bytes, GridProgress& progress) {
  kernel_ = &kernel;
  launch_ = &launch;
  shared_bytes_ = shared_bytes;
  progress_ = &progress;
  count_ = left_ = 0;
  idle_rounds_ = 0;
  began_ns_ = platform::now_ns();
}

// ---- Blocks ----

CooperativeGrid::Block* CooperativeGrid::make_block() noexcept {
  if (count_ < blocks_.size()) return blocks_[count_].get();
  auto block = std::unique_ptr<Block>(new (std::nothrow) Block);
  if (block == nullptr) return nullptr;
  block->fibers.reset(new (std::nothrow) BlockFibers(worker_));
  if (block->fibers == nullptr || !block->fibers->allocate()) return nullptr;
  block->fibers->set_base(block->context);
  try {
    blocks_.push_back(std::move(block));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  return blocks_.back().get();
}

bool CooperativeGrid::prepare(Block& block, std::uint64_t index) noexcept {
  if (shared_bytes_ != 0 && block.shared.stack_bytes() < shared_bytes_) {
    // A guard lies before each piece: that of the second is behind the first.
    block.shared = StackBatch::create(2, shared_bytes_, kGuardBytes);
    if (block.shared.is_empty()) return false;
  }
  const std::size_t stack_bytes =
      kBaseStackBytes + 2 * kMostThreadsOfPacket * std::size_t{kernel_->local_bytes_per_thread};
  if (block.base.is_empty() || block.base.stack_bytes() < stack_bytes) {
    sanitizer::destroy(block.context);
    block.base = StackBatch::create(1, stack_bytes, kGuardBytes);
    if (block.base.is_empty()) return false;
    sanitizer::create(block.context, block.base.bottom(0), block.base.stack_bytes());
  }
  const std::uint64_t scratch =
      std::uint64_t{kernel_->scratch_bytes_per_thread} * ((launch_->threads + 63) & ~63u) +
      kernel_->scratch_bytes_per_block;
  try {
    block.scratch.resize(scratch == 0 ? 0 : scratch + 63);
  } catch (const std::bad_alloc&) {
    return false;
  }
  block.index = index;
  block.frame = {};
  block.frame.executor = &worker_;
  block.frame.shared =
      shared_bytes_ == 0 ? worker_.shared_end : block.shared.top(0) - shared_bytes_;
  const auto place = reinterpret_cast<std::uintptr_t>(block.scratch.data());
  block.frame.scratch = block.scratch.data() + ((place + 63) / 64 * 64 - place);
  const auto& grid = launch_->grid;
  block.frame.block_index[0] = static_cast<std::uint32_t>(index % grid[0]);
  block.frame.block_index[1] = static_cast<std::uint32_t>(index / grid[0] % grid[1]);
  block.frame.block_index[2] = static_cast<std::uint32_t>(index / grid[0] / grid[1]);
  block.stack_pointer = prepare_stack(block.base.top(0), &block_main, this);
  block.arrivals = 0;
  block.is_done = false;
  return true;
}

bool CooperativeGrid::take_share() {
  const std::uint64_t first =
      progress_->next.fetch_add(progress_->share, std::memory_order_relaxed);
  const std::uint64_t end = std::min(first + progress_->share, progress_->blocks);
  for (std::uint64_t index = first; index < end; ++index) {
    Block* const block = make_block();
    if (block == nullptr || !prepare(*block, index))
      worker_.land({.code = Code::kLaunchOutOfResources, .what = "no memory for a grid's blocks"});
    ++count_;
    ++left_;
  }
  return first < end;
}

// ---- The scheduler ----

void CooperativeGrid::run(const abi::Launch*, abi::Frame* frame, std::uint64_t, std::uint64_t) {
  static_cast<Worker*>(frame->executor)->grid()->run_blocks();
}

void CooperativeGrid::run_blocks() {
  while ((left_ > 0 || take_share()) && !has_failed()) {
    if (run_round()) {
      idle_rounds_ = 0;
    } else {
      wait_for_others();
    }
  }
  current_ = nullptr;
}

// Every block that is not done gets a turn until its threads can only spin. True if that was of use.
bool CooperativeGrid::run_round() {
  const std::uint32_t generation = progress_->generation.load(std::memory_order_relaxed);
  const std::size_t before = left_;
  for (std::size_t number = 0; number < count_; ++number) {
    Block& block = *blocks_[number];
    if (block.is_done) continue;
    enter(block);
    if (block.is_done) --left_;
  }
  return left_ < before || generation != progress_->generation.load(std::memory_order_relaxed);
}

bool CooperativeGrid::all_at_barrier() const {
  const std::uint32_t generation = progress_->generation.load(std::memory_order_acquire);
  for (std::size_t number = 0; number < count_; ++number) {
    const Block& block = *blocks_[number];
    if (!block.is_done && block.arrivals == generation) return false;
  }
  return true;
}

void CooperativeGrid::wait_for_others() {
  const bool all_begun = progress_->next.load(std::memory_order_relaxed) >= progress_->blocks;
  if (!all_begun && (progress_->threads == 1 || platform::now_ns() - began_ns_ > kPatienceNs)) {
    take_share();
    return;
  }
  const std::uint32_t generation = progress_->generation.load(std::memory_order_acquire);
  if (all_at_barrier()) {
    for (int i = 0; i < kPausesPerRound; ++i) {
      if (progress_->generation.load(std::memory_order_acquire) != generation) return;
      platform::cpu_relax();
    }
  }
  if (++idle_rounds_ >= kRoundsBeforeSystemYield) {
    idle_rounds_ = 0;
    sched_yield();  // what they wait for comes from another core, which may need ours
  }
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
  kernel_->run(launch_, &block.frame, block.index, block.index + 1);
  block.is_done = true;
  note_end(block.arrivals);
  sanitizer::before_switch(block.context, worker_.kernel_context, true);
  riffle_device_switch(&block.stack_pointer, scheduler_stack_pointer_);
  __builtin_unreachable();
}

void CooperativeGrid::note_end(std::uint32_t arrivals) {
  std::uint32_t least = progress_->least_arrivals.load(std::memory_order_relaxed);
  while (arrivals < least && !progress_->least_arrivals.compare_exchange_weak(
                                 least, arrivals, std::memory_order_relaxed)) {
  }
}

// ---- From blocks ----

void CooperativeGrid::leave_block() {
  Block& block = *current_;
  sanitizer::StackContext& context = block.fibers->resume_context(block.context);
  sanitizer::before_switch(context, worker_.kernel_context, false);
  riffle_device_switch(&block.stack_pointer, scheduler_stack_pointer_);
  sanitizer::after_switch(context, nullptr);
}

// The last one to arrive resets the count before it lets the others go on.
std::uint32_t CooperativeGrid::arrive() {
  const std::uint32_t ticket = current_->arrivals++;
  if (progress_->arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == progress_->blocks) {
    progress_->arrived.store(0, std::memory_order_relaxed);
    progress_->generation.fetch_add(1, std::memory_order_acq_rel);
  }
  return ticket;
}

bool CooperativeGrid::has_passed(std::uint32_t ticket) {
  if (progress_->generation.load(std::memory_order_acquire) != ticket) return true;
  if (progress_->least_arrivals.load(std::memory_order_relaxed) > ticket) return false;
  if (progress_->generation.load(std::memory_order_acquire) != ticket) return true;
  // Hardware hangs here: as with barriers of a block, an error says more.
  if (!progress_->failed.exchange(true, std::memory_order_relaxed)) {
    std::fprintf(stderr,
                 "riffle: kernel %s: blocks wait at the grid's barrier, but others have ended "
                 "without arriving\n",
                 kernel_->name);
  }
  worker_.land({.code = Code::kLaunchFailure, .what = "deadlock at the grid's barrier"});
}

void CooperativeGrid::wait(std::uint32_t ticket) {
  BlockFibers& fibers = *current_->fibers;
  while (!has_passed(ticket)) {
    if (fibers.is_running())
      fibers.yield();
    else
      leave_block();
  }
}

void CooperativeGrid::abandon() {
  progress_->failed.store(true, std::memory_order_relaxed);
  current_ = nullptr;
  for (auto& block : blocks_) {
    block->fibers->abandon();
    if (!block->base.is_empty()) sanitizer::renew(block->context);
  }
}

bool CooperativeGrid::is_stack_guard(std::uintptr_t address) const {
  for (const auto& block : blocks_) {
    if (block->base.is_guard(address) || block->fibers->is_stack_guard(address)) return true;
  }
  return false;
}

}  // namespace riffle::device
