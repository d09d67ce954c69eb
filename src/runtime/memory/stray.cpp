// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/stray.h"

#include <algorithm>

namespace riffle::memory {
namespace {

const void* pointer_to(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

std::uintptr_t end_of(const Allocation& allocation) {
  return reinterpret_cast<std::uintptr_t>(allocation.base) + allocation.bytes;
}

/// Looked for where an allocation of whole alignments would end: between it and `address` lies less than one.
std::optional<Allocation> allocation_before(const Registry& registry, std::uintptr_t address) {
  const std::uintptr_t start = address / kAlignment * kAlignment;
  if (auto found = registry.find(pointer_to(start))) return found;
  return registry.find(pointer_to(start - 1));
}

}  // namespace

std::vector<Stray> find_strays(const Registry& registry,
                               std::span<const device::AccessRange> ranges) {
  std::vector<Stray> strays;
  std::optional<Allocation> known;  // neighbouring ranges are mostly in the same allocation
  for (const device::AccessRange& range : ranges) {
    std::uintptr_t at = range.begin;
    while (at < range.end) {
      if (!known || !known->contains(pointer_to(at), 1)) known = registry.find(pointer_to(at));
      if (known) {
        at = std::min(range.end, end_of(*known));
        continue;
      }
      // Allocations begin at multiples of their alignment: nothing else can before the next one.
      const std::uintptr_t next = std::min(range.end, (at / kAlignment + 1) * kAlignment);
      if (registry.is_own_address(pointer_to(at))) {
        if (!strays.empty() && strays.back().range.end == at &&
            strays.back().range.kind == range.kind && strays.back().range.site == range.site) {
          strays.back().range.end = next;
        } else {
          strays.push_back({{at, next, range.kind, range.site}, allocation_before(registry, at)});
        }
      }
      at = next;
    }
  }
  return strays;
}

}  // namespace riffle::memory
