// SPDX-License-Identifier: Apache-2.0
// The payload of a launch, for all three ways to launch a kernel: by the runtime, as a node of a graph, by a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "device/cpu/launch.h"
#include "runtime/module/module.h"

namespace riffle::module {

/// Has been checked: `check_launch`, or `check_child_launch`.
struct LaunchConfiguration {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
};

/// The payload without its arguments. Settles the limits that the kernel depends on, and chooses its code: that for all launches or
/// that for the launch's shape, and code whose threads are followed. May lock, read the cache and load code: to be called before a
/// stream is locked.
[[nodiscard]] device::KernelPayload prepare_launch(Kernel& kernel,
                                                   const LaunchConfiguration& launch) noexcept;

/// The same for a launch by a kernel, which is prepared on a stack of that kernel: nothing may be read, loaded, compiled or started
/// there. So it gets code for its shape if a launch of the host has had it made, is not counted towards making it, and is never
/// followed. The size that __block_size__ fixes does not hold for it, on hardware either.
[[nodiscard]] device::KernelPayload prepare_child_launch(
    Kernel& kernel, const LaunchConfiguration& launch) noexcept;

/// Writes a payload (Kernel::payload_bytes, 16-aligned). `arguments` has one pointer per parameter, as in cudaLaunchKernel; may be
/// null when there are none.
void write_launch(void* payload, const device::KernelPayload& head, const Kernel& kernel,
                  void* const* arguments) noexcept;
/// The same with the arguments as they lie in a payload.
void write_launch(void* payload, const device::KernelPayload& head,
                  std::span<const std::byte> arguments) noexcept;

}  // namespace riffle::module
