// SPDX-License-Identifier: Apache-2.0
// What one OS thread needs to run kernels: made at its first kernel, kept for all later ones.
//
// Invariants
// 1. Only the owning thread, and the signal handlers that run on it, touch a BlockExecutor.
// 2. entry.landing is non-null exactly while compiled device code, a runtime function called from it, or a
//    contained copy or fill runs; only then may a fault land.
// 3. Between entry and landing nothing may own a lock or heap memory across a point that can fault: a
//    landing runs no destructors.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "compiler/abi/device_abi.h"
#include "device/cpu/access_pages.h"
#include "device/cpu/block_fibers.h"
#include "device/cpu/followed_block.h"
#include "device/cpu/sanitizer.h"
#include "device/cpu/stacks.h"
#include "device/cpu/switch.h"

namespace riffle::device {

class GridScheduler;
struct GridProgress;

/// A fault as the place that noticed it describes it; made into a FaultRecord after the landing.
struct PendingFault {
  Code code = Code::kOk;
  const char* what = "";
  std::uintptr_t address = 0;
  std::uintptr_t code_address = 0;  ///< the instruction; 0: not known
  std::uint32_t thread = 0;         ///< linear
  bool thread_known = false;
};

class BlockExecutor {
 public:
  ~BlockExecutor();
  BlockExecutor(const BlockExecutor&) = delete;
  BlockExecutor& operator=(const BlockExecutor&) = delete;

  /// The calling thread's; made, and its signal stack set up, at the first call. Null when out of memory.
  [[nodiscard]] static BlockExecutor* attach() noexcept;
  /// The calling thread's, or null. Async-signal-safe.
  [[nodiscard]] static BlockExecutor* current() noexcept { return current_; }

  /// Makes frame.scratch at least this large; false when that is out of bounds or of memory.
  [[nodiscard]] bool ensure_scratch(std::uint64_t bytes) noexcept;
  /// Makes the kernel stack large enough for packets of threads with so many bytes of local arrays each; false when that
  /// is out of bounds or of memory. Not from a kernel.
  [[nodiscard]] bool ensure_stack(std::uint64_t local_bytes_per_thread) noexcept;
  /// Local arrays of a thread for which every kernel stack has room.
  static constexpr std::uint32_t kLocalBytesAlways = 8 << 10;
  /// Gives unusually large scratch memory back.
  void release_scratch() noexcept;
  /// The fibers of this worker's blocks. Lands with kLaunchOutOfResources when they cannot be made.
  [[nodiscard]] BlockFibers& fibers();
  [[nodiscard]] BlockFibers* fibers_or_null() const;
  /// The part that this worker has in a launch that is run as a grid, or null.
  [[nodiscard]] GridScheduler* grid() const { return running_grid_; }
  /// Begins to take part in such a launch, which grid() then is until the next call of end_grid; false
  /// when out of memory.
  [[nodiscard]] bool begin_grid(const abi::KernelRow& kernel, const abi::GridLaunch& grid_launch,
                                std::uint32_t shared_bytes, GridProgress& progress) noexcept;
  void end_grid() noexcept;

  /// Begins to note what an instrumented kernel touches in a share of `launch`, until end_notes hands it in; false when
  /// out of memory.
  [[nodiscard]] bool begin_notes(const KernelPayload& launch) noexcept;
  /// Whether the address is in the shared memory of a worker's blocks, or near.
  [[nodiscard]] bool is_shared_address(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(shared_mapping_) <
           static_cast<std::uintptr_t>(shared_end - shared_mapping_);
  }
  /// Whether it is in the stacks of its threads, or in what they keep across barriers.
  [[nodiscard]] bool is_own_address(std::uintptr_t address) const;
  void end_notes() noexcept;
  /// The calling thread's; null unless it runs an instrumented kernel.
  [[nodiscard]] static AccessNotes* notes() {
    return current_ != nullptr && current_->is_noting_ ? current_->notes_.get() : nullptr;
  }

  /// Whether an access at `address` ran off a stack of this worker. Async-signal-safe.
  [[nodiscard]] bool is_stack_guard(std::uintptr_t address) const;

  /// Ends the kernel that runs on the calling thread. From device code and the runtime's functions.
  [[noreturn]] void land(const PendingFault& fault) noexcept;

  /// Adds the running fiber's thread to `fault`. Async-signal-safe.
  void note_fiber() noexcept;

  static constexpr std::size_t kSharedBytes =
      256 << 10;  ///< 227 KiB, the most any device offers, and room
  static_assert(kSharedBytes >= abi::kSharedBytesOfRange);

  FiberEntry entry;
  abi::Frame frame{};
  unsigned char* shared_end = nullptr;  ///< 128-aligned; a guard begins here
  const abi::GridLaunch* launch = nullptr;
  const abi::KernelRow* kernel = nullptr;  ///< null while a copy or fill runs
  void* access = nullptr;                  ///< that copy or fill, or the sequence of launches
  abi::BlockRangeFunction* run = nullptr;  ///< what was entered; kept for sanitizers only
  int device = 0;                          ///< that the kernel was launched on
  void* parent = nullptr;                  ///< of a kernel that may launch: ParentPayload::parent
  std::uint64_t scratch_bytes = 0;
  std::uint32_t runs = 0;  ///< counts kernels, to look after the signal handlers now and then
  PendingFault fault;
  FollowedBlock followed;
  sanitizer::StackContext native_context;
  sanitizer::StackContext kernel_context;

 private:
  friend struct BlockExecutorPool;
  BlockExecutor() = default;
  [[nodiscard]] bool allocate() noexcept;
  void use_stack() noexcept;
  void adopt_thread() noexcept;
  void leave_thread() noexcept;

  // Initial-exec: a signal handler may not allocate, and a launch should not call __tls_get_addr. One
  // pointer fits into what the loader keeps free for objects that arrive by dlopen.
  [[gnu::tls_model("initial-exec")]] static thread_local constinit BlockExecutor* current_;

  StackBatch kernel_stack_;
  StackBatch signal_stack_;
  bool owns_signal_stack_ = false;
  unsigned char* shared_mapping_ = nullptr;
  std::unique_ptr<BlockFibers> fibers_;
  std::unique_ptr<GridScheduler> grid_;
  GridScheduler* running_grid_ = nullptr;
  std::unique_ptr<AccessNotes> notes_;
  bool is_noting_ = false;
  BlockExecutor* next_kept_ = nullptr;  ///< of the workers whose threads have ended
};

}  // namespace riffle::device
