// SPDX-License-Identifier: Apache-2.0
// From a graph to its program.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/program.h"

namespace riffle::graph {

/// What a node of an executable graph keeps when its parameters change: a row is copied or filled
/// wherever there is memory of the kinds declared, of several rows little or nothing changes.
struct FixedParams {
  std::uint8_t places = 0;                   ///< a copy's two kinds of memory, as it was declared
  std::shared_ptr<const CopyParams> rows;    ///< a copy of several rows: all of it
  std::shared_ptr<const MemsetParams> fill;  ///< of several rows: all but place and value
  std::size_t count = 0;                     ///< of semaphores, of stream memory operations

  [[nodiscard]] bool allows(const FixedParams& other) const;
};
[[nodiscard]] FixedParams fixed_params(const NodeParams& params);

/// What a whole update keeps besides.
struct KernelNodeAttributes {
  int priority = 0;
  bool cooperative = false;

  friend bool operator==(const KernelNodeAttributes&, const KernelNodeAttributes&) = default;
};
[[nodiscard]] KernelNodeAttributes kernel_attributes(const NodeParams& params);

/// Which node became which step, and the graph's shape: what later changes are compared with.
struct NodeRecord {
  std::uint64_t id = 0;
  NodeKind kind = NodeKind::kEmpty;
  std::uint32_t step = 0;
  FixedParams fixed;
  KernelNodeAttributes attributes;
  std::uint32_t first_dependency = 0;
  std::uint32_t dependencies = 0;
  std::uint32_t first_inner = 0;  ///< graphs inside: a child graph, or bodies
  std::uint32_t inner = 0;
};

struct GraphRecord {
  struct Dependency {
    std::uint32_t node;  ///< place among `nodes`
    EdgeData data;
    friend bool operator==(const Dependency&, const Dependency&) = default;
  };
  std::vector<NodeRecord> nodes;      ///< in topological order
  std::vector<std::uint32_t> leaves;  ///< as Graph::leaves() lists them
  std::vector<Dependency> dependencies;
  std::vector<GraphRecord> inner;
  std::uint32_t number = 0;  ///< among the graphs of the exec
};

/// Why a graph has no program: with the node, if one is to blame.
enum class LoweringFault : std::uint8_t { kError, kStructure, kOperation, kConditionUnused };

struct Lowered {
  GraphProgram program;
  GraphRecord record;
};

struct LoweringError {
  Error error;
  LoweringFault fault = LoweringFault::kError;
  Node* node = nullptr;
};

/// References of the graph itself, for as long as the result lives; null if it has none.
std::shared_ptr<const UserObjectReferences> hold_user_objects(const Graph& graph);

/// The value behind a handle, which keeps all of its graph's alive; null if the handle is none.
std::shared_ptr<Condition> find_condition(const Graph& graph, std::uint64_t handle);

/// Throws std::bad_alloc.
std::expected<Lowered, LoweringError> lower(const Graph& graph);

/// Makes `step` do what `params` say, in a program that does not run; nothing changes on failure.
/// The kind of node stays. Not for nodes with graphs inside.
Status write_step(GraphProgram& program, ProgramStep& step, const NodeParams& params);

}  // namespace riffle::graph
