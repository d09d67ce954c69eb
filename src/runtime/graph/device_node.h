// SPDX-License-Identifier: Apache-2.0
// A kernel node that kernels may change: its arguments, its grid, whether it runs. Shared by the node, which has its
// handle, and the one executable graph, whose step takes what it says each time before it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/dim3.h"
#include "base/mutex.h"
#include "base/status.h"
#include "device/cpu/launch.h"
#include "runtime/graph/handles.h"
#include "runtime/module/module.h"

namespace riffle::graph {

/// Thread-safe.
class DeviceNode {
 public:
  DeviceNode() = default;
  DeviceNode(const DeviceNode&) = delete;
  DeviceNode& operator=(const DeviceNode&) = delete;
  ~DeviceNode() { device_nodes().forget(*this); }

  // --- From hosts: changes that kernels made are forgotten. ---

  /// Throws std::bad_alloc.
  void assign(const module::Kernel& kernel, const device::KernelPayload& payload)
      RIFFLE_EXCLUDES(mutex_);
  void assign_enabled(bool enabled) RIFFLE_EXCLUDES(mutex_);
  void restore() RIFFLE_EXCLUDES(mutex_);

  // --- From kernels. Errors: kInvalidValue, and nothing is changed. ---

  /// `bytes` is no memory of the program's: an access to that may fault.
  Code set_argument(std::size_t offset, std::span<const std::byte> bytes) RIFFLE_EXCLUDES(mutex_);
  Code check_argument(std::size_t offset, std::size_t bytes) const RIFFLE_EXCLUDES(mutex_);
  Code set_grid(Dim3 grid) RIFFLE_EXCLUDES(mutex_);
  Code check_grid(Dim3 grid) const RIFFLE_EXCLUDES(mutex_);
  void set_enabled(bool enabled) RIFFLE_EXCLUDES(mutex_);

  /// Writes grid and arguments into the payload of the same kernel; whether it is to run.
  [[nodiscard]] bool write_to(device::KernelPayload& payload) const RIFFLE_EXCLUDES(mutex_);

  HandlePlace handle_place;

 private:
  struct State {
    Dim3 grid;
    bool is_enabled = true;
    std::vector<std::byte> arguments;
  };

  [[nodiscard]] bool has_argument(std::size_t offset, std::size_t bytes) const
      RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] bool may_have(Dim3 grid) const RIFFLE_REQUIRES(mutex_);

  mutable Mutex mutex_;
  const module::Kernel* kernel_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  Dim3 block_ RIFFLE_GUARDED_BY(mutex_);
  std::uint32_t dynamic_shared_bytes_ RIFFLE_GUARDED_BY(mutex_) = 0;
  State of_host_ RIFFLE_GUARDED_BY(mutex_);
  State now_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::graph
