// SPDX-License-Identifier: Apache-2.0
// A launch whose blocks may wait for each other: several of them live on one thread, and give way to each other.
//
// Any number of threads run it. Of a cooperative launch each takes a share of the blocks and keeps them; when all of its
// blocks wait and some have not begun, it takes more, so that one thread is enough, and more are faster. Of any other
// launch it takes one block, and more only when those that it has do nothing but wait: mostly it never has two. Each block
// has shared memory and a stack of its own, on which its kernel runs by whatever strategy it has: at the grid's barrier
// one of its threads gives the processor to the next block. With fibers, a block whose threads only spin gives way too,
// which is how a flag that another block writes makes progress with more blocks than cores.
//
// Invariants
// 1. The worker's kernel stack is the scheduler: a block is entered from it and leaves to it.
// 2. Memory is asked for by the scheduler only: a landing drops the frames of blocks, never its own in that.
// 3. When a thread's block has ended the grid by a fault, the others leave at their next turn.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/abi/device_abi.h"
#include "device/cpu/block_fibers.h"
#include "device/cpu/launch.h"
#include "device/cpu/sanitizer.h"
#include "device/cpu/stacks.h"

namespace riffle::device {

class BlockExecutor;

class GridScheduler {
 public:
  explicit GridScheduler(BlockExecutor& executor) : executor_(executor) {}
  ~GridScheduler();
  GridScheduler(const GridScheduler&) = delete;
  GridScheduler& operator=(const GridScheduler&) = delete;

  /// Begins to take part in `launch`. `shared_bytes` per block, 128-aligned.
  void begin(const abi::KernelRow& kernel, const abi::GridLaunch& launch,
             std::uint32_t shared_bytes, GridProgress& progress);
  /// Runs blocks until none is left to this thread. Has the type of a range function and is called as one, on the
  /// kernel stack; the range is ignored. Lands when out of memory.
  static void run(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
                  std::uint64_t end);
  /// After a landing, or when another thread's block has ended the grid: the fibers of the blocks are gone.
  void abandon();
  [[nodiscard]] bool has_failed() const {
    return progress_->failed.load(std::memory_order_relaxed);
  }

  [[nodiscard]] bool is_cooperative() const { return progress_->cooperative; }
  [[nodiscard]] void* workspace() { return progress_->workspace; }

  /// Of the block that runs.
  [[nodiscard]] BlockFibers& fibers() { return *current_->fibers; }
  [[nodiscard]] BlockFibers* fibers_or_null() {
    return current_ == nullptr ? nullptr : current_->fibers.get();
  }
  [[nodiscard]] bool is_stack_guard(std::uintptr_t address) const;
  /// Whether it is in memory that the blocks have for themselves.
  [[nodiscard]] bool is_own_address(std::uintptr_t address) const;

  // From the block that runs:
  /// Lets the other blocks run.
  void leave_block();
  /// The running block arrives at the grid's barrier; the ticket is for has_passed.
  std::uint32_t arrive();
  /// Until all blocks have arrived since. Lands when a block has ended without arriving.
  void wait(std::uint32_t ticket);

 private:
  struct Block {
    abi::Frame frame{};
    std::uint64_t index = 0;
    std::unique_ptr<BlockFibers> fibers;
    StackBatch base;
    StackBatch shared;  ///< before a guard
    std::vector<unsigned char> scratch;
    sanitizer::StackContext context;
    void* stack_pointer = nullptr;
    std::uint32_t arrivals = 0;  ///< at the grid's barrier
    bool is_done = false;
  };

  /// Takes blocks that have not begun, so many at most; false when there are none, or no room for another.
  bool take(std::uint64_t count);
  void begin_block(std::uint64_t index);
  void drop(std::size_t number);
  [[nodiscard]] Block* make_block() noexcept;
  [[nodiscard]] bool prepare(Block& block, std::uint64_t index) noexcept;
  [[noreturn]] static void block_main(void* self);
  [[noreturn]] void live_on_base_stack();
  void run_blocks();
  bool run_round();
  void wait_for_others();
  [[nodiscard]] std::uint64_t more_blocks();
  [[nodiscard]] bool all_at_barrier() const;
  void enter(Block& block);
  [[nodiscard]] bool has_passed(std::uint32_t ticket);
  void note_end(std::uint32_t arrivals);

  BlockExecutor& executor_;
  const abi::KernelRow* kernel_ = nullptr;
  const abi::GridLaunch* launch_ = nullptr;
  std::uint32_t shared_bytes_ = 0;
  GridProgress* progress_ = nullptr;
  std::vector<std::unique_ptr<Block>> blocks_;  ///< the first count_ are alive
  std::size_t count_ = 0;
  std::int64_t idle_since_ns_ = 0;  ///< or since the beginning
  std::uint32_t idle_rounds_ = 0;
  Block* current_ = nullptr;
  void* scheduler_stack_pointer_ = nullptr;
};

}  // namespace riffle::device
