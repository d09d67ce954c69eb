// SPDX-License-Identifier: Apache-2.0
// Edges of a graph, as CUDA describes them.
#pragma once

#include <cstdint>

namespace riffle::graph {

class Node;

enum class EdgeType : std::uint8_t { kDefault = 0, kProgrammatic = 1 };

/// Laid out as cudaGraphEdgeData, zero by default. Ports other than 0 and programmatic edges only
/// allow an overlap, which Riffle does not make use of: such an edge orders like a full one.
struct EdgeData {
  std::uint8_t from_port = 0;
  std::uint8_t to_port = 0;
  std::uint8_t type = 0;
  std::uint8_t reserved[5] = {};

  [[nodiscard]] bool is_default() const { return from_port == 0 && to_port == 0 && type == 0; }
  friend bool operator==(const EdgeData&, const EdgeData&) = default;
};
static_assert(sizeof(EdgeData) == 8);

/// From a kernel to one that may begin before it has ended.
inline constexpr std::uint8_t kProgrammaticPort = 1;
inline constexpr EdgeData kProgrammaticEdge{
    .from_port = kProgrammaticPort, .type = static_cast<std::uint8_t>(EdgeType::kProgrammatic)};

/// An end of an edge, seen from the node at the other end.
struct Dependency {
  Node* node = nullptr;
  EdgeData data;
};

}  // namespace riffle::graph
