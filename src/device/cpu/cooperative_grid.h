// SPDX-License-Identifier: Apache-2.0
// A cooperative launch: all blocks of the grid live at the same time, so that they may wait for each other.
//
// One worker holds them all. Each block has fibers, shared memory and a base stack of its own; a block whose
// threads only spin gives way to the next one, which is how a grid barrier, or a flag that another block
// writes, makes progress with more blocks than cores. Kernels without waiting threads need none of this and
// run as ranges of blocks like any other.
//
// Invariants
// 1. The worker's kernel stack is the scheduler: a block is entered from it and leaves to it.
// 2. Everything is allocated in prepare(), on the worker's own stack: a landing drops the frames of blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/abi/device_abi.h"
#include "device/cpu/block_fibers.h"
#include "device/cpu/sanitizer.h"
#include "device/cpu/stacks.h"

namespace riffle::device {

class Worker;

class CooperativeGrid {
 public:
  explicit CooperativeGrid(Worker& worker) : worker_(worker) {}
  ~CooperativeGrid();
  CooperativeGrid(const CooperativeGrid&) = delete;
  CooperativeGrid& operator=(const CooperativeGrid&) = delete;

  /// Makes room for the blocks of `launch`; false when out of memory. `shared_bytes` per block, 128-aligned.
  [[nodiscard]] bool prepare(const abi::Kernel& kernel, const abi::Launch& launch,
                             std::uint32_t shared_bytes) noexcept;
  /// Runs the prepared blocks to their ends. Has the type of a range function and is called as one, on the
  /// kernel stack; the range is ignored.
  static void run(const abi::Launch* launch, abi::Frame* frame, std::uint64_t first,
                  std::uint64_t end);
  /// After a landing: the fibers of the blocks are gone.
  void abandon();

  /// Of the block that runs.
  [[nodiscard]] BlockFibers& fibers() { return *current_->fibers; }
  [[nodiscard]] bool is_stack_guard(std::uintptr_t address) const;

  // From the running fiber:
  /// Lets the other blocks run.
  void leave_block();
  /// The running block arrives at the grid's barrier; the ticket is for has_passed.
  std::uint32_t arrive();
  /// Whether all blocks have arrived since. Lands when a block has ended without arriving.
  [[nodiscard]] bool has_passed(std::uint32_t ticket);

 private:
  struct Block {
    abi::Frame frame{};
    std::unique_ptr<BlockFibers> fibers;
    StackBatch base;
    sanitizer::StackContext context;
    void* stack_pointer = nullptr;
    std::uint32_t arrivals = 0;  ///< at the grid's barrier
    bool is_done = false;
  };

  [[nodiscard]] bool make_block() noexcept;
  void reset_block(std::uint64_t index, const abi::Launch& launch, std::uint32_t shared_bytes);
  [[noreturn]] static void block_main(void* self);
  [[noreturn]] void live_on_base_stack();
  void run_blocks();
  void enter(Block& block);

  Worker& worker_;
  const abi::Kernel* kernel_ = nullptr;
  const abi::Launch* launch_ = nullptr;
  std::vector<std::unique_ptr<Block>> blocks_;  ///< the first count_ are in use
  StackBatch shared_;                           ///< one piece per block, each before a guard
  std::size_t shared_count_ = 0;
  std::vector<unsigned char> scratch_;
  std::uint64_t count_ = 0;
  Block* current_ = nullptr;
  std::uint64_t current_index_ = 0;
  void* scheduler_stack_pointer_ = nullptr;
  std::uint32_t generation_ = 0;      ///< barriers passed
  std::uint32_t arrived_count_ = 0;   ///< blocks at the barrier that is not passed yet
  std::uint32_t deserter_count_ = 0;  ///< blocks that ended without arriving at it
};

}  // namespace riffle::device
