// SPDX-License-Identifier: Apache-2.0
// What can be said about a loaded kernel, and the launch of one: configuration and arguments.
#include <algorithm>
#include <cstring>
#include <string>

#include "compiler/image.h"
#include "device/cpu/heap.h"
#include "device/cpu/limits.h"
#include "device/cpu/printf.h"
#include "runtime/module/module.h"

namespace riffle::module {
namespace {

// What a compiler for compute capability 8.0 would use for a kernel of medium size: full occupancy.
constexpr int kRegistersShown = 32;

[[gnu::cold, gnu::noinline]] Status refuse(const Kernel& kernel, Dim3 grid, Dim3 block,
                                           std::size_t dynamic_shared_bytes) {
  const auto text = [](Dim3 extent) {
    return "(" + std::to_string(extent.x) + "," + std::to_string(extent.y) + "," +
           std::to_string(extent.z) + ")";
  };
  return error(Code::kInvalidValue,
               std::string("launch of ") + kernel.name() + " with grid " + text(grid) + ", block " +
                   text(block) + ", " + std::to_string(dynamic_shared_bytes) +
                   " bytes of dynamic shared memory: at most " +
                   std::to_string(kernel.max_threads) + " threads a block and " +
                   std::to_string(kernel.max_dynamic_shared_bytes.load()) +
                   " bytes, no dimension zero" +
                   (kernel.required_block.x == 0
                        ? std::string()
                        : ", and blocks of " + text(kernel.required_block) + " (__block_size__)"));
}

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

KernelAttributes attributes_of(const Kernel& kernel) {
  KernelAttributes attributes;
  attributes.shared_bytes = kernel.described->static_shared_bytes;
  attributes.constant_bytes = kernel.constant_bytes;
  attributes.local_bytes = kernel.described->local_bytes_per_thread;
  attributes.max_threads_per_block = static_cast<int>(kernel.max_threads);
  attributes.registers_per_thread = kRegistersShown;
  attributes.ptx_version = static_cast<int>(kernel.ptx_version);
  attributes.binary_version = compiler::kDeviceArchitecture;
  attributes.max_dynamic_shared_bytes = static_cast<int>(kernel.max_dynamic_shared_bytes.load());
  attributes.preferred_shared_carveout = kernel.preferred_shared_carveout.load();
  if (kernel.required_block.x != 0) attributes.required_cluster = Dim3{};
  return attributes;
}

Status set_max_dynamic_shared_bytes(Kernel& kernel, int bytes) {
  const std::uint32_t fixed = kernel.described->static_shared_bytes;
  if (bytes < 0 ||
      std::uint64_t{fixed} + static_cast<std::uint32_t>(bytes) > device::kSharedBytesOptIn) {
    return error(Code::kInvalidValue,
                 std::to_string(bytes) + " bytes of dynamic shared memory for " + kernel.name() +
                     ", which has " + std::to_string(fixed) + " static ones: at most " +
                     std::to_string(device::kSharedBytesOptIn) + " together");
  }
  kernel.max_dynamic_shared_bytes = static_cast<std::uint32_t>(bytes);
  return {};
}

Status check_launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t dynamic_shared_bytes) {
  if (kernel.required_block.x == 0) [[likely]]
    return check_child_launch(kernel, grid, block, dynamic_shared_bytes);
  if (block != Dim3{} && block != kernel.required_block)
    return refuse(kernel, grid, block, dynamic_shared_bytes);
  return check_child_launch(kernel, grid, kernel.required_block, dynamic_shared_bytes);
}

Status check_child_launch(const Kernel& kernel, Dim3 grid, Dim3 block,
                          std::size_t dynamic_shared_bytes) {
  // x - 1 < limit tests "not zero and not above" at once.
  const bool is_grid_good = grid.x - 1 < device::kMaxGridX && grid.y - 1 < device::kMaxGridY &&
                            grid.z - 1 < device::kMaxGridZ;
  const bool is_block_good = block.x - 1 < device::kMaxBlockX && block.y - 1 < device::kMaxBlockY &&
                             block.z - 1 < device::kMaxBlockZ &&
                             block.count() <= kernel.max_threads;
  const bool is_shared_good =
      dynamic_shared_bytes <= kernel.max_dynamic_shared_bytes.load(std::memory_order_relaxed);
  if (is_grid_good && is_block_good && is_shared_good) [[likely]]
    return {};
  return refuse(kernel, grid, block, dynamic_shared_bytes);
}

void settle_limits_of(const Kernel& kernel) {
  if ((kernel.code->flags & abi::kKernelUsesPrintf) != 0) device::settle_printf(kernel.device);
  if ((kernel.code->flags & abi::kKernelUsesHeap) != 0) device::settle_heap(kernel.device);
}

Result<int> max_active_blocks_per_multiprocessor(const Kernel& kernel, int block_threads,
                                                 std::size_t dynamic_shared_bytes) {
  if (block_threads <= 0) {
    return error(Code::kInvalidValue,
                 "occupancy of a block of " + std::to_string(block_threads) + " threads");
  }
  const auto threads = static_cast<std::uint32_t>(block_threads);
  if (threads > device::kMaxThreadsPerBlock) return 0;
  const std::size_t fixed = kernel.described->static_shared_bytes;
  const std::size_t allowed = std::max<std::size_t>(device::kSharedBytesDefault,
                                                    fixed + kernel.max_dynamic_shared_bytes.load());
  if (fixed + dynamic_shared_bytes > allowed) return 0;
  const std::size_t by_threads =
      device::kMaxThreadsPerMultiprocessor / round_up(threads, device::kWarpSize);
  const std::size_t by_shared =
      device::kSharedBytesPerMultiprocessor /
      round_up(fixed + dynamic_shared_bytes + device::kSharedBytesReservedPerBlock, 128);
  return static_cast<int>(
      std::min({by_threads, by_shared, std::size_t{device::kMaxBlocksPerMultiprocessor}}));
}

// The block's reserved kilobyte is not subtracted: neither does an H200.
Result<std::size_t> available_dynamic_shared_bytes(const Kernel& kernel, int blocks,
                                                   int block_threads) {
  if (blocks < 1 || blocks > static_cast<int>(device::kMaxBlocksPerMultiprocessor) ||
      block_threads < 1 || block_threads > static_cast<int>(device::kMaxThreadsPerBlock) ||
      static_cast<std::uint32_t>(blocks) *
              round_up(static_cast<std::uint32_t>(block_threads), device::kWarpSize) >
          device::kMaxThreadsPerMultiprocessor) {
    return error(Code::kInvalidValue, std::to_string(blocks) + " blocks of " +
                                          std::to_string(block_threads) +
                                          " threads do not fit on a multiprocessor");
  }
  const std::size_t share =
      device::kSharedBytesPerMultiprocessor / static_cast<std::size_t>(blocks) / 128 * 128;
  const std::size_t fixed = kernel.described->static_shared_bytes;
  const std::size_t left = share > fixed ? share - fixed : 0;
  return std::min<std::size_t>(left, kernel.max_dynamic_shared_bytes.load());
}

}  // namespace riffle::module
