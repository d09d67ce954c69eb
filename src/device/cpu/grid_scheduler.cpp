// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/grid_scheduler.h"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

#include "device/cpu/block_executor.h"
#include "device/cpu/switch.h"
#include "platform/clock.h"
#include "platform/pause.h"

namespace riffle::device {
namespace {

// Packets and loops run there whole, fibers only begin there. Memory is used where a stack is touched.
constexpr std::size_t kBaseStackBytes = 1 << 20;
constexpr std::size_t kMostThreadsOfPacket = 64;
constexpr std::size_t kGuardBytes = 32 << 10;
constexpr std::uint32_t kRoundsBeforeSystemYield = 64;
constexpr int kPausesPerRound = 32;
/// Another thread that was woken for the grid comes within this time; later, its share is taken. In a launch that is not
/// cooperative, for each block that waits: what it waits for may be about to happen elsewhere.
constexpr std::int64_t kPatienceNs = 60'000;
/// Threads of a grid that is not cooperative: as many as the largest device holds at once, so that nothing that ends there
/// needs more.
constexpr std::uint64_t kMostThreadsAlive = 132 * 2048;
/// And no more than there are mappings for: Linux allows a process 65,530. Each stack is one, its guard another.
constexpr std::uint64_t kMostMappings = 48'000;
constexpr std::uint64_t kMappingsPerBlock = 8;
constexpr std::uint64_t kStacksPerBatch = 32;
/// Room of blocks that a thread keeps, if more were alive than usual.
constexpr std::size_t kBlocksKept = 8;

/// How many blocks of so many threads may be alive at once, of a launch that is not cooperative.
std::uint64_t most_alive(std::uint64_t threads) {
  const std::uint64_t stacks = (threads + kStacksPerBatch - 1) / kStacksPerBatch * kStacksPerBatch;
  return std::min(kMostThreadsAlive / threads, kMostMappings / (2 * stacks + kMappingsPerBlock));
}
}  // namespace

GridScheduler::~GridScheduler() {
  for (auto& block : blocks_) sanitizer::destroy(block->context);
}

void GridScheduler::begin(const abi::KernelRow& kernel, const abi::GridLaunch& launch,
                          std::uint32_t shared_bytes, GridProgress& progress) {
  kernel_ = &kernel;
  launch_ = &launch;
  shared_bytes_ = shared_bytes;
  progress_ = &progress;
  count_ = 0;
  idle_rounds_ = 0;
  idle_since_ns_ = platform::now_ns();
}

// ---- Blocks ----

GridScheduler::Block* GridScheduler::make_block() noexcept {
  if (count_ < blocks_.size()) return blocks_[count_].get();
  auto block = std::unique_ptr<Block>(new (std::nothrow) Block);
  if (block == nullptr) return nullptr;
  block->fibers.reset(new (std::nothrow) BlockFibers(executor_));
  if (block->fibers == nullptr || !block->fibers->allocate()) return nullptr;
  block->fibers->set_base(block->context);
  try {
    blocks_.push_back(std::move(block));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  return blocks_.back().get();
}

bool GridScheduler::prepare(Block& block, std::uint64_t index) noexcept {
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
  block.frame.executor = &executor_;
  block.frame.shared =
      shared_bytes_ == 0 ? executor_.shared_end : block.shared.top(0) - shared_bytes_;
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

void GridScheduler::begin_block(std::uint64_t index) {
  Block* const block = make_block();
  if (block == nullptr || !prepare(*block, index))
    executor_.land({.code = Code::kLaunchOutOfResources, .what = "no memory for a grid's blocks"});
  ++count_;
}

bool GridScheduler::take(std::uint64_t count) {
  const std::uint64_t first = progress_->next.fetch_add(count, std::memory_order_relaxed);
  const std::uint64_t end = std::min(first + count, progress_->blocks);
  for (std::uint64_t index = first; index < end; ++index) begin_block(index);
  if (first >= end) return false;
  if (!progress_->cooperative) progress_->alive.fetch_add(end - first, std::memory_order_relaxed);
  return true;
}

/// The block has ended; another takes its number.
void GridScheduler::drop(std::size_t number) {
  std::swap(blocks_[number], blocks_[--count_]);
  if (!progress_->cooperative && blocks_.size() > kBlocksKept) {
    sanitizer::destroy(blocks_[count_]->context);
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(count_));
  }
  if (!progress_->cooperative) progress_->alive.fetch_sub(1, std::memory_order_relaxed);
}

// ---- The scheduler ----

void GridScheduler::run(const abi::GridLaunch*, abi::Frame* frame, std::uint64_t, std::uint64_t) {
  static_cast<BlockExecutor*>(frame->executor)->grid()->run_blocks();
}

void GridScheduler::run_blocks() {
  while ((count_ > 0 || take(progress_->share)) && !has_failed()) {
    if (run_round()) {
      idle_rounds_ = 0;
      if (!progress_->cooperative) idle_since_ns_ = 0;
    } else {
      wait_for_others();
    }
  }
  current_ = nullptr;
}

// Every block gets a turn until its threads can only spin. True if that was of use.
bool GridScheduler::run_round() {
  const std::uint32_t generation = progress_->generation.load(std::memory_order_relaxed);
  bool moved = false;
  for (std::size_t number = 0; number < count_ && !has_failed();) {
    Block& block = *blocks_[number];
    const std::uint64_t steps = block.fibers->steps();
    enter(block);
    moved |= block.is_done || steps != block.fibers->steps();
    if (block.is_done) {
      drop(number);
    } else {
      ++number;
    }
  }
  return moved || generation != progress_->generation.load(std::memory_order_relaxed);
}

bool GridScheduler::all_at_barrier() const {
  const std::uint32_t generation = progress_->generation.load(std::memory_order_acquire);
  return std::all_of(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const auto& block) { return block->arrivals != generation; });
}

/// How many blocks it is time to begin beside those that wait.
std::uint64_t GridScheduler::more_blocks() {
  if (progress_->next.load(std::memory_order_relaxed) >= progress_->blocks) return 0;
  if (progress_->cooperative) {
    const bool in_time = platform::now_ns() - idle_since_ns_ <= kPatienceNs;
    return progress_->threads > 1 && in_time ? 0 : progress_->share;
  }
  const std::int64_t now = platform::now_ns();
  if (idle_since_ns_ == 0) idle_since_ns_ = now;
  if (now - idle_since_ns_ < static_cast<std::int64_t>(count_) * kPatienceNs) return 0;
  const std::uint64_t most = most_alive(launch_->threads);
  const std::uint64_t alive = progress_->alive.load(std::memory_order_relaxed);
  // More and more: the wait for the last of many blocks must not grow with their square.
  return alive >= most ? 0 : std::min<std::uint64_t>(1 + count_ / 2, most - alive);
}

void GridScheduler::wait_for_others() {
  if (const std::uint64_t more = more_blocks(); more != 0) {
    take(more);
    if (!progress_->cooperative) idle_since_ns_ = 0;
    return;
  }
  const std::uint32_t generation = progress_->generation.load(std::memory_order_acquire);
  if (progress_->cooperative && all_at_barrier()) {
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

void GridScheduler::enter(Block& block) {
  current_ = &block;
  for (int axis = 0; axis < 3; ++axis)
    executor_.frame.block_index[axis] = block.frame.block_index[axis];
  sanitizer::StackContext& context = block.fibers->resume_context(block.context);
  sanitizer::before_switch(executor_.kernel_context, context, false);
  riffle_device_switch(&scheduler_stack_pointer_, block.stack_pointer);
  sanitizer::after_switch(executor_.kernel_context, nullptr);
}

RIFFLE_UNINSTRUMENTED void GridScheduler::block_main(void* self) {
  auto& grid = *static_cast<GridScheduler*>(self);
  sanitizer::after_switch(grid.current_->context, nullptr);
  grid.live_on_base_stack();
}

RIFFLE_UNINSTRUMENTED void GridScheduler::live_on_base_stack() {
  Block& block = *current_;
  kernel_->run(launch_, &block.frame, block.index, block.index + 1);
  block.is_done = true;
  note_end(block.arrivals);
  sanitizer::before_switch(block.context, executor_.kernel_context, true);
  riffle_device_switch(&block.stack_pointer, scheduler_stack_pointer_);
  __builtin_unreachable();
}

void GridScheduler::note_end(std::uint32_t arrivals) {
  std::uint32_t least = progress_->least_arrivals.load(std::memory_order_relaxed);
  while (arrivals < least && !progress_->least_arrivals.compare_exchange_weak(
                                 least, arrivals, std::memory_order_relaxed)) {
  }
}

// ---- From blocks ----

void GridScheduler::leave_block() {
  Block& block = *current_;
  sanitizer::StackContext& context = block.fibers->resume_context(block.context);
  sanitizer::before_switch(context, executor_.kernel_context, false);
  riffle_device_switch(&block.stack_pointer, scheduler_stack_pointer_);
  sanitizer::after_switch(context, nullptr);
}

// The last one to arrive resets the count before it lets the others go on.
std::uint32_t GridScheduler::arrive() {
  const std::uint32_t ticket = current_->arrivals++;
  if (progress_->arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == progress_->blocks) {
    progress_->arrived.store(0, std::memory_order_relaxed);
    progress_->generation.fetch_add(1, std::memory_order_acq_rel);
  }
  return ticket;
}

bool GridScheduler::has_passed(std::uint32_t ticket) {
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
  executor_.land({.code = Code::kLaunchFailure, .what = "deadlock at the grid's barrier"});
}

void GridScheduler::wait(std::uint32_t ticket) {
  BlockFibers& fibers = *current_->fibers;
  while (!has_passed(ticket)) {
    if (fibers.is_running())
      fibers.yield();
    else
      leave_block();
  }
}

void GridScheduler::abandon() {
  progress_->failed.store(true, std::memory_order_relaxed);
  current_ = nullptr;
  for (auto& block : blocks_) {
    block->fibers->abandon();
    if (!block->base.is_empty()) sanitizer::renew(block->context);
  }
}

bool GridScheduler::is_own_address(std::uintptr_t address) const {
  return std::ranges::any_of(blocks_, [=](const std::unique_ptr<Block>& block) {
    const auto scratch = reinterpret_cast<std::uintptr_t>(block->scratch.data());
    return block->base.contains(address) || block->shared.contains(address) ||
           address - scratch < block->scratch.size() ||
           (block->fibers != nullptr && block->fibers->is_stack(address));
  });
}

bool GridScheduler::is_stack_guard(std::uintptr_t address) const {
  for (const auto& block : blocks_) {
    if (block->base.is_guard(address) || block->fibers->is_stack_guard(address)) return true;
  }
  return false;
}

}  // namespace riffle::device
