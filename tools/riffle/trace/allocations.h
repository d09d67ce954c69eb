// SPDX-License-Identifier: Apache-2.0
// Memory of a program over time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trace/record.h"
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
std::vector<AllocationSpan> make_allocations(std::vector<MemoryEvent> events);

/// How much of each kind is in use from a moment on.
struct MemoryPoint {
  Ns at = 0;
  std::array<std::uint64_t, trace::kAllocationKinds> bytes{};
  [[nodiscard]] std::uint64_t all() const;
};

/// By time, one for each moment at which something changes.
std::vector<MemoryPoint> memory_points(const TraceTimeline& timeline);

/// "device", "pinned", "managed", "stream-ordered".
[[nodiscard]] const char* allocation_text(trace::AllocationKind kind);
/// Whether the call gives all memory of a device back.
[[nodiscard]] bool frees_everything(std::string_view call);

/// How much memory a program has, from its records of allocations.
class MemoryInUse {
 public:
  void take(const trace::Record& record) {
    if (record.small == 0) {
      free(record.timeline);
      return;
    }
    const auto kind = static_cast<std::size_t>(record.type) % trace::kAllocationKinds;
    free(record.timeline);  // its end is not known
    live_[record.timeline] = {kind, record.bytes};
    by_kind_.at(kind) += record.bytes;
    all_ += record.bytes;
    most_ = std::max(most_, all_);
  }
  /// A device was reset.
  void clear() {
    live_.clear();
    by_kind_ = {};
    all_ = 0;
  }

  [[nodiscard]] const std::array<std::uint64_t, trace::kAllocationKinds>& by_kind() const {
    return by_kind_;
  }
  [[nodiscard]] std::uint64_t all() const { return all_; }
  [[nodiscard]] std::uint64_t most() const { return most_; }
  /// What lies at an address, in bytes; 0: nothing.
  [[nodiscard]] std::uint64_t bytes_at(std::uint64_t address) const {
    const auto found = live_.find(address);
    return found == live_.end() ? 0 : found->second.bytes;
  }

 private:
  struct LiveAllocation {
    std::size_t kind = 0;
    std::uint64_t bytes = 0;
  };

  void free(std::uint64_t address) {
    const auto found = live_.find(address);
    if (found == live_.end()) return;
    by_kind_.at(found->second.kind) -= found->second.bytes;
    all_ -= found->second.bytes;
    live_.erase(found);
  }

  std::unordered_map<std::uint64_t, LiveAllocation> live_;
  std::array<std::uint64_t, trace::kAllocationKinds> by_kind_{};
  std::uint64_t all_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace riffle::tool
