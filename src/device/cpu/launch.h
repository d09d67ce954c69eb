// SPDX-License-Identifier: Apache-2.0
// A kernel launch as the engine's ring carries it, and the function that runs ranges of its blocks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dim3.h"
#include "base/status.h"
#include "compiler/abi/device_abi.h"

namespace riffle::device {

/// Header of the payload; the packed arguments follow it at once. The whole may be copied to another
/// 16-aligned place (graphs do): it holds no pointer into itself. Parameters that ask for more than 16
/// bytes of alignment get 16.
struct alignas(16) KernelPayload {
  const abi::Kernel* kernel = nullptr;
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::int32_t device = 0;   ///< whose heap malloc takes from
  bool cooperative = false;  ///< blocks may wait for each other: see run_grid

  [[nodiscard]] unsigned char* arguments() { return reinterpret_cast<unsigned char*>(this + 1); }
  [[nodiscard]] const unsigned char* arguments() const {
    return reinterpret_cast<const unsigned char*>(this + 1);
  }
};
static_assert(sizeof(KernelPayload) % 16 == 0);

/// Bytes of the payload of one launch.
[[nodiscard]] constexpr std::uint32_t payload_bytes(const abi::Kernel& kernel) {
  return static_cast<std::uint32_t>(sizeof(KernelPayload)) + kernel.argument_bytes;
}

/// Runs blocks [first, end) of the launch that `payload` (a KernelPayload) describes on the calling OS
/// thread, on a stack of the device's own. Has the type of the engine's range functions. Returns kOk or
/// the fault that ends the context; after a fault the thread can run other kernels. The configuration must
/// have been checked: it trusts the payload. Must not be called from inside a kernel.
Code run_blocks(const void* payload, std::uint64_t first, std::uint64_t end) noexcept;

/// The same for a cooperative launch, whose blocks may wait for each other: one unit of work is the grid.
Code run_grid(const void* payload, std::uint64_t first, std::uint64_t end) noexcept;

/// The table that a loader stores into abi::Module::runtime of each compiled module.
[[nodiscard]] const abi::Runtime& runtime_table();

/// cudaLimitStackSize, per device thread: fibers that start later get stacks to match. 1024 unless set.
void set_stack_limit_bytes(std::size_t bytes);
[[nodiscard]] std::size_t stack_limit_bytes();

}  // namespace riffle::device
