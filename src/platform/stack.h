// SPDX-License-Identifier: Apache-2.0
// Stacks of our own with a guard page below them, and running a function on one.
//
// Kernels may overflow their stack, and users' threads may have 16 KiB of it: so operations run on
// stacks whose end is known and guarded. A fault handler compares the faulting address with
// `current_stack().is_in_guard(address)`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::platform {

/// Bounds of a stack; all null where the thread runs on a stack that is not ours.
struct StackRange {
  std::byte* low = nullptr;    ///< lowest usable byte
  std::byte* high = nullptr;   ///< one past the highest
  std::byte* guard = nullptr;  ///< inaccessible from here to `low`

  [[nodiscard]] bool is_known() const { return high != nullptr; }
  [[nodiscard]] bool contains(const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    return byte >= low && byte < high;
  }
  [[nodiscard]] bool is_in_guard(const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    return byte >= guard && byte < low;
  }
};

/// A stack with `kGuardBytes` of guard below it. Memory is committed as it is touched.
class GuardedStack {
 public:
  /// Large enough that a frame of compiled code cannot step over it unnoticed.
  static constexpr std::size_t kGuardBytes = 64 << 10;

  GuardedStack() = default;
  /// `bytes` of usable stack; check `is_valid()`: false when there is no memory.
  explicit GuardedStack(std::size_t bytes);
  ~GuardedStack();
  GuardedStack(GuardedStack&& other) noexcept;
  GuardedStack& operator=(GuardedStack&& other) noexcept;

  [[nodiscard]] bool is_valid() const { return range_.is_known(); }
  [[nodiscard]] const StackRange& range() const { return range_; }

 private:
  StackRange range_;
};

/// The stack that the calling thread runs on, if it is one of ours. Safe in a signal handler.
[[nodiscard]] StackRange current_stack();

/// Says that the calling thread now runs on `range`: for code that switches stacks by itself
/// (fibers). Returns what was said before.
StackRange set_current_stack(const StackRange& range);

/// Calls `function(argument)` on `stack` and returns when it returns. The function must not throw.
/// A thread may nest calls, on different stacks. Costs a few nanoseconds.
void call_on_stack(const StackRange& stack, void (*function)(void*), void* argument);

}  // namespace riffle::platform
