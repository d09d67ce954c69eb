// SPDX-License-Identifier: Apache-2.0
// A kernel launch as the engine's ring carries it, and the function that runs ranges of its blocks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/dim3.h"
#include "base/status.h"
#include "compiler/abi/device_abi.h"
#include "compiler/abi/device_calls.h"

namespace riffle::device {

/// Header of the payload; the packed arguments follow it at once. The whole may be copied to another
/// 16-aligned place (graphs do): it holds no pointer into itself. Parameters that ask for more than 16
/// bytes of alignment get 16.
struct alignas(16) KernelPayload {
  const abi::KernelRow* kernel = nullptr;
  /// Other code of the kernel, for blocks whose threads are followed (block_watch.h); null: none.
  const abi::KernelRow* followed = nullptr;
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::int16_t device = 0;   ///< whose heap malloc takes from
  bool cooperative = false;  ///< all blocks live at once: see GridProgress

  [[nodiscard]] unsigned char* arguments() { return reinterpret_cast<unsigned char*>(this + 1); }
  [[nodiscard]] const unsigned char* arguments() const {
    return reinterpret_cast<const unsigned char*>(this + 1);
  }
};
static_assert(sizeof(KernelPayload) == 48);

/// Bytes of the payload of one launch.
[[nodiscard]] constexpr std::uint32_t payload_bytes(const abi::KernelRow& kernel) {
  return static_cast<std::uint32_t>(sizeof(KernelPayload)) + kernel.argument_bytes;
}

/// Runs blocks [first, end) of the launch that `payload` (a KernelPayload) describes on the calling OS
/// thread, on a stack of the device's own. Has the type of the engine's range functions. Returns kOk or
/// the fault that ends the context; after a fault the thread can run other kernels. The configuration must
/// have been checked: it trusts the payload. Must not be called from inside a kernel.
Code run_blocks(const void* payload, std::uint64_t first, std::uint64_t end) noexcept;

/// The same for a piece of a launch that is run piece by piece with others (engine/wave.h). `is_used_soon`: by one of these, so
/// that nothing is to pass by the caches.
Code run_blocks_of_piece(const void* payload, std::uint64_t first, std::uint64_t end,
                         bool is_used_soon) noexcept;
/// abi::KernelRow::spans, which its code has, of a launch.
[[nodiscard]] unsigned spans_of(const KernelPayload& payload, std::uint64_t first,
                                std::uint64_t end, abi::TouchedSpan* spans) noexcept;

/// Whether blocks of the kernel may wait for each other in any launch: then it is to be run as a grid.
[[nodiscard]] inline bool may_wait_for_blocks(const abi::KernelRow& kernel) {
  if ((kernel.flags & abi::kKernelWaitsForBlocks) != 0) return true;
  return kernel.strategy == abi::Strategy::kFiber && (kernel.flags & abi::kKernelEnds) == 0;
}

/// What the threads that run one launch as a grid share: see grid_scheduler.h.
struct GridProgress {
  /// `most_threads` may come to run it. `are_all_alive`: a cooperative launch; else a block begins when a thread has
  /// nothing else to do.
  GridProgress(std::uint64_t block_count, std::uint64_t most_threads, bool are_all_alive)
      : blocks(block_count),
        threads(most_threads),
        cooperative(are_all_alive),
        share(are_all_alive ? (block_count + most_threads - 1) / most_threads : 1) {}

  const std::uint64_t blocks;
  const std::uint64_t threads;
  const bool cooperative;
  const std::uint64_t share;                          ///< blocks that a thread takes at once
  std::atomic<std::uint64_t> next{0};                 ///< first block that has not begun
  alignas(64) std::atomic<std::uint32_t> arrived{0};  ///< blocks at the barrier that is not passed
  alignas(64) std::atomic<std::uint32_t> generation{0};  ///< barriers passed
  std::atomic<std::uint32_t> least_arrivals{~0u};        ///< of the blocks that have ended
  std::atomic<bool> failed{false};
  std::atomic<std::uint64_t> alive{
      0};  ///< blocks that have begun and not ended; not of a cooperative launch
  /// Where PTX of other compilers keeps the barrier of a cooperative launch: its size in bytes, the barrier, and a word that is 1.
  alignas(16) std::uint32_t workspace[4] = {16, 0, 1, 0};
};

/// Of a kernel that may call the API of device code, or is run as a grid.
struct ParentPayload {
  const KernelPayload* kernel = nullptr;
  void* parent = nullptr;  ///< the caller's: what calls of the API find
  /// Of a grid. A unit of work is then a thread's part in it; one is enough, though slower.
  GridProgress* progress = nullptr;
};
/// run_blocks for a ParentPayload.
Code run_parent(const void* payload, std::uint64_t first, std::uint64_t end) noexcept;

/// What called a function of the API from device code. Only there; ends the kernel when its stack is used up.
struct DeviceCaller {
  void* parent = nullptr;
  std::uint64_t block = 0;  ///< linear
  int device = 0;
};
[[nodiscard]] DeviceCaller device_caller();
/// The same: ends that kernel. Nothing that the caller owns may be left: no destructor runs.
[[noreturn]] void end_calling_kernel(Code code, const char* what);
/// GridProgress::workspace of the calling thread's launch; in a launch that is not cooperative an address that nothing may access.
[[nodiscard]] void* cooperative_workspace();
/// What abi::kDeviceCalls lists. Set it once, before the first kernel.
void set_device_calls(const abi::DeviceCall* calls);

/// What run_blocks works out from a payload; worth keeping for a launch that runs again and again. Holds
/// the address of the payload's arguments.
struct PreparedLaunch {
  abi::GridLaunch launch;
  const abi::KernelRow* kernel;
  std::uint64_t scratch_bytes;
  std::uint64_t blocks;
  std::uint32_t shared_bytes;
  std::int32_t device;
};
[[nodiscard]] PreparedLaunch prepare(const KernelPayload& payload) noexcept;

/// Whether a sequence that contains `first` may contain `next` too: it is of the same device, floats behave
/// alike, and it asks for no memory that is given back after each launch.
[[nodiscard]] bool may_follow(const PreparedLaunch& first, const PreparedLaunch& next) noexcept;

/// Payload of run_sequence: launches of which each may follow the first; none cooperative.
struct LaunchSequence {
  std::span<const PreparedLaunch> launches;
};

/// A range function of one unit: runs launches one after the other, each whole, on the calling OS thread.
/// Entering and leaving the device's stack costs more than a tiny kernel; here all of them share it.
/// After a fault the rest is not run.
Code run_sequence(const void* payload, std::uint64_t first, std::uint64_t end) noexcept;

/// The table that a loader stores into abi::ModuleTable::runtime of each compiled module.
[[nodiscard]] const abi::RuntimeTable& runtime_table();

/// cudaLimitStackSize, per device thread: fibers that start later get stacks to match. 1024 unless set.
void set_stack_limit_bytes(std::size_t bytes);
[[nodiscard]] std::size_t stack_limit_bytes();

}  // namespace riffle::device
