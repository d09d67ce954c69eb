// SPDX-License-Identifier: Apache-2.0
// Stacks for kernels and fibers: mapped in batches, each above a guard that faults.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::device {

/// `count` equal stacks in one mapping. Memory is used only where a stack was touched.
class StackBatch {
 public:
  StackBatch() = default;
  ~StackBatch();
  StackBatch(StackBatch&& other) noexcept;
  StackBatch& operator=(StackBatch&& other) noexcept;

  /// Sizes are rounded up to pages. The result is_empty() when the machine has no more memory or mappings.
  [[nodiscard]] static StackBatch create(std::size_t count, std::size_t stack_bytes,
                                         std::size_t guard_bytes);

  [[nodiscard]] bool is_empty() const { return base_ == nullptr; }
  [[nodiscard]] std::size_t stack_bytes() const { return stack_bytes_; }
  [[nodiscard]] unsigned char* bottom(std::size_t index) const {
    return base_ + index * (guard_bytes_ + stack_bytes_) + guard_bytes_;
  }
  [[nodiscard]] unsigned char* top(std::size_t index) const { return bottom(index) + stack_bytes_; }
  /// Whether `address` lies in the guard below one of the stacks. Async-signal-safe.
  [[nodiscard]] bool is_guard(std::uintptr_t address) const;
  /// One of the stacks, or a guard.
  [[nodiscard]] bool contains(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(base_) <
           count_ * (guard_bytes_ + stack_bytes_);
  }

 private:
  unsigned char* base_ = nullptr;
  std::size_t count_ = 0;
  std::size_t stack_bytes_ = 0;
  std::size_t guard_bytes_ = 0;
};

}  // namespace riffle::device
