// SPDX-License-Identifier: Apache-2.0
// The threads of one block as fibers: who is ready, who waits at which barrier or warp operation.
//
// Threads are independent, as since compute capability 7.0: every thread has its own place in the
// program. A warp operation completes when all threads of its member mask that have not exited wait at the
// same operation with the same mask, wherever in the code they are; a barrier when all threads that have
// not exited, or the number asked for, have arrived.
//
// Invariants
// 1. A fiber is in exactly one place: running, in the ready queue, in one barrier's arrived set, in one
//    warp group, in its warp's active-mask set, or done.
// 2. warp.runnable has the bit of a lane that runs or is ready, except after it yielded: a lane that only
//    spins does not hold up __activemask.
// 3. The running fiber's stack is never given to another before a switch has left it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/abi/device_abi.h"
#include "device/block_watch.h"
#include "device/cpu/limits.h"
#include "device/cpu/sanitizer.h"
#include "device/cpu/stacks.h"
#include "device/cpu/warp.h"

namespace riffle::device {

class BlockExecutor;

class BlockFibers {
 public:
  explicit BlockFibers(BlockExecutor& executor);
  ~BlockFibers();
  BlockFibers(const BlockFibers&) = delete;
  BlockFibers& operator=(const BlockFibers&) = delete;

  /// Allocates what does not depend on the block; false when out of memory.
  [[nodiscard]] bool allocate() noexcept;

  /// Runs one block to its end. Called on the worker's kernel stack.
  void run(const abi::GridLaunch* launch, abi::Frame* frame, abi::ThreadFunction* body,
           std::size_t stack_bytes);

  // From the running fiber:
  std::uint32_t barrier(std::uint32_t id, std::uint32_t thread_count, abi::BarrierReduce reduce,
                        std::uint32_t predicate);
  std::uint64_t warp_operation(abi::WarpOp operation, std::uint32_t member_mask,
                               std::uint64_t value, std::uint32_t operand, std::uint32_t clamp,
                               std::uint32_t* predicate_out, std::uintptr_t site);
  void yield();

  /// Where run() is called from, when that is not the worker's kernel stack.
  void set_base(sanitizer::StackContext& base) { base_context_ = &base; }
  /// The stack that a block which gave way goes on with; `base` until it has fibers.
  [[nodiscard]] sanitizer::StackContext& resume_context(sanitizer::StackContext& base) {
    return current_ == nullptr ? base : contexts_[current_->slot];
  }

  [[nodiscard]] bool is_running() const { return current_ != nullptr; }
  /// Grows whenever a thread of the block ends, or threads that waited go on: else all it does may be to spin.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Linear index of the thread that runs.
  [[nodiscard]] std::uint32_t current_thread() const { return current_->thread.linear; }
  [[nodiscard]] const abi::Thread* current_abi_thread() const { return &current_->thread; }
  /// Whoever follows the block's threads, or null.
  [[nodiscard]] WatchedBlock* watched() const { return watching_; }
  [[nodiscard]] bool is_stack_guard(std::uintptr_t address) const;
  [[nodiscard]] bool is_stack(std::uintptr_t address) const {
    return std::ranges::any_of(batches_,
                               [=](const StackBatch& batch) { return batch.contains(address); });
  }
  /// After a landing: the fibers of the block are gone.
  void abandon() {
    current_ = nullptr;
    watching_ = nullptr;
    slots_dirty_ = true;
  }

 private:
  enum class State : std::uint8_t { kNew, kReady, kBarrier, kWarp, kActiveMask, kDone };

  struct Fiber {
    abi::Thread thread;
    void* stack_pointer;
    std::uint32_t slot;  ///< index of its stack
    State state;
    std::uint32_t barrier_result;
    std::uintptr_t site;  ///< code address of its __activemask
  };

  struct Group {  ///< lanes that wait for each other
    abi::WarpOp operation;
    std::uint32_t mask;
    std::uint32_t lanes;
  };

  struct Warp {
    std::uint32_t live;
    std::uint32_t runnable;
    std::uint32_t at_active_mask;
    std::uint32_t times_passed_over;  ///< lanes at_active_mask, by lanes further behind
    std::uint32_t group_count;
    Group groups[kWarpSize];
    WarpLane lanes[kWarpSize];
  };

  struct Barrier {
    std::uint32_t arrived_count;
    std::uint32_t true_count;
    std::uint32_t expected;  ///< 0: every thread that has not exited
    abi::BarrierReduce reduce;
    std::uint32_t arrived[kMaxWarpsPerBlock];
    std::uint32_t waiting[kMaxWarpsPerBlock];  ///< of those: have not only come by (bar.arrive)
  };

  [[noreturn]] static void fiber_main(void* self);
  [[noreturn]] void live_on_current_stack();
  void prepare_block(const abi::GridLaunch* launch, abi::Frame* frame);
  void ensure_stacks(std::size_t stack_bytes);
  /// False when out of memory.
  [[nodiscard]] bool add_stacks() noexcept;
  std::uint32_t take_slot();

  // Scheduling.
  void push_ready(Fiber& fiber);
  Fiber& take_ready();
  void
  block();  ///< the running fiber waits, or stands in the ready queue: runs others until its turn
  void start_or_resume(Fiber& next);
  void switch_to(Fiber& next);
  void retire();  ///< the running fiber's body has returned
  void stop_running(Fiber& fiber);
  void make_ready(std::uint32_t warp_index, std::uint32_t lanes);

  // Rendezvous.
  bool try_complete_barrier(std::uint32_t id);
  [[nodiscard]] bool is_barrier_complete(const Barrier& barrier) const;
  bool try_complete_group(std::uint32_t warp_index, std::uint32_t group_index);
  void complete_group(std::uint32_t warp_index, std::uint32_t group_index);
  void resolve_active_mask(std::uint32_t warp_index);
  bool release_outsiders();
  [[noreturn]] void report_deadlock();

  void leave_block_if_idle();

  BlockExecutor& executor_;
  std::unique_ptr<WatchedBlock> watched_;  ///< kept from block to block
  WatchedBlock* watching_ = nullptr;       ///< that, while its block runs
  sanitizer::StackContext* base_context_;
  std::unique_ptr<Fiber[]> fibers_;
  std::unique_ptr<Warp[]> warps_;
  std::unique_ptr<std::uint16_t[]> ready_;  ///< ring of linear thread indices
  std::uint32_t ready_head_ = 0;
  std::uint32_t ready_tail_ = 0;

  Barrier barriers_[kNamedBarriers] = {};
  std::uint32_t active_barriers_ = 0;

  Fiber* current_ = nullptr;
  void* base_stack_pointer_ = nullptr;
  abi::ThreadFunction* body_ = nullptr;
  abi::Frame* frame_ = nullptr;
  std::uint32_t thread_count_ = 0;
  std::uint32_t live_count_ = 0;
  std::uint64_t steps_ = 0;
  std::uint32_t idle_yields_ = 0;
  std::uint32_t yields_in_turn_ = 0;  ///< of the block's threads, since the grid gave it its turn

  std::vector<StackBatch> batches_;
  std::vector<sanitizer::StackContext> contexts_;  ///< by slot
  std::vector<std::uint32_t> free_slots_;
  std::size_t stack_bytes_ = 0;
  bool slots_dirty_ = false;  ///< a fault left slots taken
};

}  // namespace riffle::device
