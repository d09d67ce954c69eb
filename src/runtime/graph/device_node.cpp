// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/device_node.h"

#include <algorithm>
#include <cstring>

namespace riffle::graph {

// ---- From hosts ----

void DeviceNode::assign(const module::Kernel& kernel, const device::KernelPayload& payload) {
  const MutexLock lock(mutex_);
  const auto* const bytes = reinterpret_cast<const std::byte*>(payload.arguments());
  of_host_.arguments.assign(bytes, bytes + kernel.code->argument_bytes);
  of_host_.grid = payload.grid;
  kernel_ = &kernel;
  block_ = payload.block;
  dynamic_shared_bytes_ = payload.dynamic_shared_bytes;
  now_ = of_host_;
}

void DeviceNode::assign_enabled(bool enabled) {
  const MutexLock lock(mutex_);
  of_host_.is_enabled = enabled;
  now_ = of_host_;
}

void DeviceNode::restore() {
  const MutexLock lock(mutex_);
  now_ = of_host_;
}

// ---- From kernels ----

bool DeviceNode::has_argument(std::size_t offset, std::size_t bytes) const {
  const std::size_t size = now_.arguments.size();
  return offset <= size && bytes <= size - offset;
}

bool DeviceNode::may_have(Dim3 grid) const {
  return kernel_ != nullptr &&
         module::check_launch(*kernel_, grid, block_, dynamic_shared_bytes_).has_value();
}

Code DeviceNode::check_argument(std::size_t offset, std::size_t bytes) const {
  const MutexLock lock(mutex_);
  return has_argument(offset, bytes) ? Code::kOk : Code::kInvalidValue;
}

Code DeviceNode::set_argument(std::size_t offset, std::span<const std::byte> bytes) {
  const MutexLock lock(mutex_);
  if (!has_argument(offset, bytes.size())) return Code::kInvalidValue;
  std::ranges::copy(bytes, now_.arguments.begin() + static_cast<std::ptrdiff_t>(offset));
  return Code::kOk;
}

Code DeviceNode::check_grid(Dim3 grid) const {
  const MutexLock lock(mutex_);
  return may_have(grid) ? Code::kOk : Code::kInvalidValue;
}

Code DeviceNode::set_grid(Dim3 grid) {
  const MutexLock lock(mutex_);
  if (!may_have(grid)) return Code::kInvalidValue;
  now_.grid = grid;
  return Code::kOk;
}

void DeviceNode::set_enabled(bool enabled) {
  const MutexLock lock(mutex_);
  now_.is_enabled = enabled;
}

bool DeviceNode::write_to(device::KernelPayload& payload) const {
  const MutexLock lock(mutex_);
  payload.grid = now_.grid;
  if (!now_.arguments.empty())
    std::memcpy(payload.arguments(), now_.arguments.data(), now_.arguments.size());
  return now_.is_enabled;
}

}  // namespace riffle::graph
