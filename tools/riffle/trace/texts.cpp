// SPDX-License-Identifier: Apache-2.0
#include "trace/texts.h"

#include <array>

#include <fmt/format.h>

namespace riffle::tool {

using trace::MemoryKind;
using trace::TracedOperationType;

std::string duration_text(Ns ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1000) return fmt::format("{} ns", ns);
  if (ns < 1'000'000) return fmt::format("{:.3g} µs", value / 1e3);
  if (ns < 1'000'000'000) return fmt::format("{:.3g} ms", value / 1e6);
  return fmt::format("{:.3f} s", value / 1e9);
}

std::string bytes_text(std::uint64_t bytes) {
  static constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fmt::format("{:.2f} {}", value, kUnits.at(unit));
}

std::string bandwidth_text(std::uint64_t bytes, Ns ns) {
  if (bytes == 0 || ns <= 0) return {};
  return fmt::format("{:.2f} GB/s", static_cast<double>(bytes) / static_cast<double>(ns));
}

const char* memory_text(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kPageable:
      return "pageable";
    case MemoryKind::kPinned:
      return "pinned";
    case MemoryKind::kDevice:
      return "device";
    case MemoryKind::kManaged:
      return "managed";
  }
  return "unknown";
}

const char* category_of(const TracedOperation& operation) {
  switch (operation.type) {
    case TracedOperationType::kKernel:
      return "kernel";
    case TracedOperationType::kCopy:
      return "memcpy";
    case TracedOperationType::kFill:
      return "memset";
    case TracedOperationType::kHostFunction:
      return "host function";
    case TracedOperationType::kGraph:
      return "graph";
    default:
      return "operation";
  }
}

std::vector<std::pair<std::string, std::string>> facts_of(const TracedOperation& operation) {
  std::vector<std::pair<std::string, std::string>> facts;
  if (operation.type == TracedOperationType::kKernel) {
    const auto extent = [](const auto& e) { return fmt::format("{} x {} x {}", e[0], e[1], e[2]); };
    facts.emplace_back("grid", extent(operation.grid));
    facts.emplace_back("block", extent(operation.block));
    if (operation.shared_bytes != 0)
      facts.emplace_back("dynamic shared memory", bytes_text(operation.shared_bytes));
  }
  if (operation.type == TracedOperationType::kCopy) {
    facts.emplace_back("from", memory_text(operation.source));
    facts.emplace_back("to", memory_text(operation.destination));
  }
  if (operation.bytes != 0) {
    facts.emplace_back("size", bytes_text(operation.bytes));
    facts.emplace_back("bandwidth", bandwidth_text(operation.bytes, operation.duration()));
  }
  if (operation.is_open) facts.emplace_back("note", "the program ended before it did");
  return facts;
}

}  // namespace riffle::tool
