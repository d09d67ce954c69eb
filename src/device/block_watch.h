// SPDX-License-Identifier: Apache-2.0
// Who follows the threads of a block one by one: a checker, told by kernels whose code says what each thread does
// (compiler/abi/access_abi.h) and by the fibers on which these threads run (cpu/block_fibers.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "compiler/abi/access_abi.h"
#include "device/access.h"

namespace riffle::device {

/// What is no access, but says when others know of accesses.
enum class OrderStep : std::uint8_t {
  kNone,
  kFence,   ///< for the whole device
  kCommit,  ///< the thread's asynchronous copies so far, those of earlier groups aside, are a group
  kAwait,   ///< it waits for its copies, except those of the last PacketAccess::bytes groups
  kArrive,  ///< once its copies so far are done the mbarrier at the address is told
};

/// What threads are about to do to memory, at addresses of their own choice: those from `first` on whose bits are in `mask`, in
/// this order. They go on together.
struct PacketAccess {
  std::uint32_t first = 0;
  std::uint64_t mask = 0;
  std::uintptr_t begin = 0;                  ///< of the first thread, be it in the mask or not
  std::int64_t stride = 0;                   ///< from one thread to the next
  const std::uint64_t* addresses = nullptr;  ///< not null: of each thread, in place of these two
  std::uint64_t bytes = 0;                   ///< of each
  bool reads = false;
  bool writes = false;
  bool is_atomic = false;
  bool is_volatile = false;
  bool is_unread = false;   ///< nobody asks what it reads
  bool is_untold = false;   ///< nobody in the launch learns by such accesses what others have done
  bool is_release = false;  ///< as if behind a fence
  bool is_acquire = false;  ///< a read that learns what was done before, as an mbarrier's wait
  bool is_copy = false;     ///< done by an asynchronous copy, from now on until that is waited for
  OrderStep step = OrderStep::kNone;      ///< else nothing is read or written
  const unsigned char* values = nullptr;  ///< `bytes` of each thread, if that is known
  const AccessSite* site = nullptr;       ///< may be null; lives as long as the module

  [[nodiscard]] std::uintptr_t address(std::uint32_t lane) const {
    return addresses != nullptr ? addresses[lane]
                                : begin + static_cast<std::uintptr_t>(stride * lane);
  }
};

/// Bits of a kernel's parameters (the first 64): those by which it may write, and those whose reads are known to be of
/// them; and places that may be each thread's own.
struct ParameterBits {
  std::uint64_t written = 0;
  std::uint64_t read = 0;
  std::span<const abi::PrivateAccess> own = {};  ///< there while the block begins
};

/// `what`: abi::FollowedAccess.
void set_what(PacketAccess& access, std::uint32_t what) noexcept;

struct WatchedPlace {
  const KernelPayload* launch = nullptr;
  const abi::KernelRow* kernel = nullptr;
  std::uint32_t grid[3] = {};
  std::uint32_t extent[3] = {};  ///< of the block, in threads
  std::uint32_t block[3] = {};
  std::uint32_t threads = 0;
  std::uintptr_t shared = 0;  ///< where its shared memory begins
  std::uint64_t shared_bytes = 0;
  const unsigned char* arguments = nullptr;  ///< of the launch
  ParameterBits parameters;
};

/// One block after the other, on one OS thread at a time. Threads are linear indices. Called on the stacks of kernels, of
/// which some KiB are free; must not touch the program's memory but for what a thread has touched before.
class WatchedBlock {
 public:
  virtual ~WatchedBlock() = default;
  virtual void begins(const WatchedPlace& place) noexcept = 0;
  /// Whether anybody asks what its threads do to memory.
  [[nodiscard]] virtual bool asks_for_accesses() const noexcept = 0;
  /// Of WatchedPlace::parameters, when the block has begun: nobody asks for accesses by these.
  [[nodiscard]] virtual std::uint64_t unasked_parameters() noexcept = 0;
  /// A list that ends with a null name.
  virtual void has_variables(const abi::SharedVariable* variables) noexcept = 0;
  virtual void touches_together(const PacketAccess& access) noexcept = 0;
  /// All threads have come to a barrier that is for all of them, at one line, and go on.
  virtual void passes_barrier() noexcept = 0;
  /// Lanes of a warp have come to an operation that is for all of them, and go on.
  virtual void passes_warp(std::uint32_t warp, std::uint32_t lanes) noexcept = 0;
  /// The line from which the thread comes to what it does next of the following.
  virtual void is_at(std::uint32_t thread, const AccessSite* site) noexcept = 0;
  /// `is_whole`: it is for all threads that have not ended.
  virtual void comes_to_barrier(std::uint32_t thread, std::uint32_t barrier, bool is_whole,
                                bool waits) noexcept = 0;
  /// `arrived`, `waiting`: a word for each warp; those who wait go on.
  virtual void barrier_completes(std::uint32_t barrier, bool is_whole, const std::uint32_t* arrived,
                                 const std::uint32_t* waiting) noexcept = 0;
  virtual void comes_to_warp(std::uint32_t thread, abi::WarpOp operation,
                             std::uint32_t mask) noexcept = 0;
  /// `lanes` go on together.
  virtual void warp_meets(std::uint32_t warp, abi::WarpOp operation, std::uint32_t mask,
                          std::uint32_t lanes) noexcept = 0;
  /// The thread arrives at the grid's barrier, or has passed it.
  virtual void meets_grid(std::uint32_t thread) noexcept = 0;
  virtual void ends(std::uint32_t thread) noexcept = 0;
  /// All threads have ended, none by a fault.
  virtual void finishes() noexcept = 0;
  /// No thread can go on.
  virtual void is_stuck() noexcept = 0;
};

/// Blocks [first, end) of a launch, by their linear numbers.
struct BlockRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

class BlockWatch {
 public:
  /// Of a launch that has other code for blocks that are followed (KernelPayload::followed): which ones are, one behind the other.
  /// The same until the launch has ended.
  [[nodiscard]] virtual std::span<const BlockRange> chosen(
      const KernelPayload& launch) noexcept = 0;
  /// Null: out of memory.
  virtual std::unique_ptr<WatchedBlock> watch_block() noexcept = 0;

 protected:
  ~BlockWatch() = default;
};

/// Once, before the first kernel runs; for as long as the process lives. Null: nobody any more.
void set_block_watch(BlockWatch* watch);
[[nodiscard]] BlockWatch* block_watch();
/// BlockWatch::chosen, by whoever there is.
[[nodiscard]] std::span<const BlockRange> chosen_blocks(const KernelPayload& launch) noexcept;

}  // namespace riffle::device
