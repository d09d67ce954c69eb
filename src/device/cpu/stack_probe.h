// SPDX-License-Identifier: Apache-2.0
// Faults early: a runtime function that takes a lock first makes sure that its stack is there.
#pragma once

#include <cstddef>

#include "device/cpu/sanitizer.h"

namespace riffle::device {

inline constexpr std::ptrdiff_t kProbedStackBytes = std::ptrdiff_t{16} * 1024;

/// Reads the next `kProbedStackBytes` of the stack, so that a kernel close to overflow ends here, where
/// nothing is held, and not inside a lock.
RIFFLE_UNINSTRUMENTED [[gnu::noinline]] inline void probe_stack() {
  // Not a local array: the optimiser keeps no more of one than is used.
  const auto* here = static_cast<const volatile unsigned char*>(__builtin_frame_address(0));
  for (std::ptrdiff_t offset = 4096; offset <= kProbedStackBytes; offset += 4096)
    (void)*(here - offset);
}

}  // namespace riffle::device
