// SPDX-License-Identifier: Apache-2.0
// Memory of a program over time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trace/timeline.h"

namespace riffle::tool {

struct MemoryEvent {
  enum class What : std::uint8_t { kMade, kFreed, kReset };
  Ns at = 0;
  What what = What::kMade;
  trace::AllocationKind kind{};
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// By begin.
std::vector<Allocation> make_allocations(std::vector<MemoryEvent> events);

/// How much of each kind is in use from a moment on.
struct MemoryPoint {
  Ns at = 0;
  std::array<std::uint64_t, trace::kAllocationKinds> bytes{};
  [[nodiscard]] std::uint64_t all() const;
};

/// By time, one for each moment at which something changes.
std::vector<MemoryPoint> memory_points(const Timeline& timeline);

/// "device", "pinned", "managed", "stream-ordered".
[[nodiscard]] const char* allocation_text(trace::AllocationKind kind);
/// Whether the call gives all memory of a device back.
[[nodiscard]] bool frees_everything(std::string_view call);

}  // namespace riffle::tool
