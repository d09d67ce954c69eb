// SPDX-License-Identifier: Apache-2.0
// Copies and fills that survive memory which is not there: unmapped or freed while they were pending.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace riffle::device {

/// As the engine's range functions: handles units [first, end) of what `payload` describes.
using AccessFunction = Code (*)(const void* payload, std::uint64_t first,
                                std::uint64_t end) noexcept;

/// Calls `run` as kernels are run, on the device's stack: an access that faults ends it and answers
/// kIllegalAddress, and last_fault() tells the address. So `run` must hold no lock and own nothing.
Code run_contained(AccessFunction run, const void* payload, std::uint64_t first,
                   std::uint64_t end) noexcept;

/// `kRun` contained, as a range function of its own.
template <AccessFunction kRun>
Code contained(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  return run_contained(kRun, payload, first, end);
}

}  // namespace riffle::device
