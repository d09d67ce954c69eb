// SPDX-License-Identifier: Apache-2.0
// What a kernel touched that is nobody's: bytes behind the end of an allocation, and of memory that was freed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "device/access.h"
#include "runtime/memory/registry.h"

namespace riffle::memory {

/// Bytes of a range that no live allocation has, though they are memory that `registry` hands out.
struct Stray {
  device::AccessRange range;
  /// The live allocation that ends last before them, if it is near enough to be the one that was meant.
  std::optional<Allocation> before;
};

/// Of ranges in the order of their addresses, as those of a summary. Pageable memory, and what a thread has for itself, is
/// not judged. To be asked before later work of the stream runs: memory may be allocated and freed afterwards.
[[nodiscard]] std::vector<Stray> find_strays(const Registry& registry,
                                             std::span<const device::AccessRange> ranges);

}  // namespace riffle::memory
