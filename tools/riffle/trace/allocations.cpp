// SPDX-License-Identifier: Apache-2.0
#include "trace/allocations.h"

#include <algorithm>
#include <unordered_map>

#include "trace/names.h"

namespace riffle::tool {

bool frees_everything(std::string_view call) {
  const std::string_view what = operation_called(call);
  return what.starts_with("DeviceReset") || what.starts_with("DevicePrimaryCtxReset");
}

const char* allocation_text(trace::AllocationKind kind) {
  switch (kind) {
    case trace::AllocationKind::kDevice:
      return "device";
    case trace::AllocationKind::kPinned:
      return "pinned";
    case trace::AllocationKind::kManaged:
      return "managed";
    case trace::AllocationKind::kPooled:
      return "stream-ordered";
  }
  return "unknown";
}

std::vector<AllocationSpan> make_allocations(std::vector<MemoryEvent> events) {
  std::ranges::sort(events, {}, &MemoryEvent::at);
  std::vector<AllocationSpan> allocations;
  std::unordered_map<std::uint64_t, std::size_t> live;
  for (const MemoryEvent& event : events) {
    if (event.what == MemoryEvent::What::kReset) {
      for (const auto& [address, index] : live) allocations[index].end = event.at;
      live.clear();
      continue;
    }
    // What lies there already was freed in a way that is not recorded.
    if (const auto known = live.find(event.address); known != live.end()) {
      allocations[known->second].end = event.at;
      live.erase(known);
    }
    if (event.what != MemoryEvent::What::kMade) continue;
    live[event.address] = allocations.size();
    allocations.push_back({event.kind, event.bytes, event.at, kNever});
  }
  return allocations;
}

std::uint64_t MemoryPoint::all() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t one : bytes) sum += one;
  return sum;
}

std::vector<MemoryPoint> memory_points(const TraceTimeline& timeline) {
  struct Change {
    Ns at;
    std::size_t kind;
    std::int64_t bytes;
  };
  std::vector<Change> changes;
  for (const AllocationSpan& allocation : timeline.allocations) {
    const auto kind = static_cast<std::size_t>(allocation.kind) % trace::kAllocationKinds;
    const auto bytes = static_cast<std::int64_t>(allocation.bytes);
    changes.push_back({allocation.begin, kind, bytes});
    if (allocation.end != kNever) changes.push_back({allocation.end, kind, -bytes});
  }
  // What is freed at a moment goes before what is made.
  std::ranges::sort(changes, {},
                    [](const Change& change) { return std::pair(change.at, change.bytes); });
  std::vector<MemoryPoint> points;
  MemoryPoint now;
  for (const Change& change : changes) {
    now.at = change.at;
    now.bytes.at(change.kind) += static_cast<std::uint64_t>(change.bytes);
    if (!points.empty() && points.back().at == now.at)
      points.back() = now;
    else
      points.push_back(now);
  }
  return points;
}

}  // namespace riffle::tool
