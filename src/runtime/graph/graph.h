// SPDX-License-Identifier: Apache-2.0
// A graph as the program builds it: nodes with their parameters, and edges between them.
//
// Not thread-safe, as in CUDA: whoever builds a graph from several threads (a capture) has a lock
// of its own. What was instantiated from a graph does not refer to it any more.
//
// Invariants:
// 1. An edge connects two nodes of the same graph and is in two lists: the dependents of its `from`
// node and the dependencies of its `to` node, both in the order in which edges were made, but that the
// last of a list takes the place of one that is removed. At most one edge leads from one node to
// another.
// 2. Cycles may exist here (CUDA allows them until instantiation); `topological_order` finds them.
// 3. A graph inside a node (child graph, conditional body) has that node as `owner()`.
// 4. Node ids are unique in the process and never reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/status.h"
#include "runtime/graph/condition.h"
#include "runtime/graph/edge.h"
#include "runtime/graph/handles.h"
#include "runtime/graph/node_params.h"
#include "runtime/graph/slab.h"
#include "runtime/graph/user_object.h"

namespace riffle::graph {

struct Edge {
  Node* from = nullptr;
  Node* to = nullptr;
  EdgeData data;
  Edge* next_dependent = nullptr;   ///< in the list of `from`
  Edge* next_dependency = nullptr;  ///< in the list of `to`
  Edge* previous_dependent = nullptr;
  Edge* previous_dependency = nullptr;
};

class Node {
 public:
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] NodeKind kind() const { return kind_of(params); }
  [[nodiscard]] Graph& graph() const { return *graph_; }
  [[nodiscard]] std::uint64_t id() const { return id_; }
  /// The id of the node that this one is a copy of, 0 if it is none.
  [[nodiscard]] std::uint64_t cloned_from() const { return cloned_from_; }
  /// In the order in which nodes were added; changes when another node is removed.
  [[nodiscard]] std::uint32_t index() const { return index_; }

  /// Dependencies: `for (Edge* e = node.first_dependency(); e; e = e->next_dependency)`.
  [[nodiscard]] Edge* first_dependency() const { return dependencies_.first; }
  [[nodiscard]] Edge* first_dependent() const { return dependents_.first; }
  [[nodiscard]] std::uint32_t dependency_count() const { return dependencies_.count; }
  [[nodiscard]] std::uint32_t dependent_count() const { return dependents_.count; }

  /// The parameters of `kind()` as their struct; null if the node is of another kind.
  template <class T>
  [[nodiscard]] T* as() {
    return std::get_if<T>(&params);
  }
  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&params);
  }

  NodeParams params;  ///< may be replaced by others of the same kind
  HandlePlace handle_place;

 private:
  friend class Graph;
  struct EdgeList {
    Edge* first = nullptr;
    Edge* last = nullptr;
    std::uint32_t count = 0;
  };

  Node(Graph& graph, NodeParams&& what, std::uint32_t index);
  ~Node();

  Graph* graph_;
  const std::uint64_t id_;
  std::uint64_t cloned_from_ = 0;
  std::uint32_t index_;
  std::uint64_t mark_ = 0;        // of the last check for duplicates that met this node
  std::uint64_t root_since_ = 0;  // orders roots; means nothing for others
  std::uint64_t leaf_since_ = 0;  // the same for leaves
  EdgeList dependencies_;
  EdgeList dependents_;
};

class Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // --- Building. What fails changes nothing. std::bad_alloc may be thrown. ---

  /// Errors: kInvalidValue (a dependency of another graph, or twice the same; edge data that CUDA
  /// refuses).
  Result<Node*> add_node(NodeParams&& params, std::span<const Dependency> dependencies = {});
  /// Errors as above, and: an edge to the node itself; one that exists, then those before it stay.
  Status add_edges(std::span<Node* const> from, std::span<Node* const> to,
                   std::span<const EdgeData> data);
  /// Whatever their data. Errors: kInvalidValue (no such edge, then those before it are gone),
  /// kNotSupported (graphs with memory nodes keep all their edges).
  Status remove_edges(std::span<Node* const> from, std::span<Node* const> to);
  /// With its edges. Errors: kNotSupported (graphs with memory nodes keep all their nodes; a node that kernels may
  /// change stays).
  Status remove_node(Node& node);

  /// Of this graph, to be used by a conditional node of it or of a graph inside it.
  Condition& add_condition(std::uint32_t default_value, bool assigns_default);

  // --- Looking ---

  [[nodiscard]] std::span<Node* const> nodes() const { return nodes_; }
  [[nodiscard]] std::size_t edge_count() const { return edge_count_; }
  /// The nodes without dependencies, or without dependents: the last to become one first.
  [[nodiscard]] std::vector<Node*> roots() const;
  [[nodiscard]] std::vector<Node*> leaves() const;
  /// Every node after all that it depends on, the earliest added first where there is a choice.
  /// Errors: kInvalidValue (a cycle).
  [[nodiscard]] Result<std::vector<Node*>> topological_order() const;
  [[nodiscard]] static Edge* find_edge(const Node& from, const Node& to);
  /// Whether some edge from this node may have such data.
  [[nodiscard]] static bool is_edge_data_good(const Node& from, const EdgeData& data);

  /// The node whose child graph or body this is; null for a graph of the program's own.
  [[nodiscard]] Node* owner() const { return owner_; }
  void set_owner(Node* owner) { owner_ = owner; }
  /// Whether this graph, or one inside it, has nodes that allocate or free.
  [[nodiscard]] bool has_memory_nodes() const;
  /// Whether this graph itself has nodes that kernels may change.
  [[nodiscard]] bool has_updatable_nodes() const;
  /// Shared with the graphs inside this one, and with executable graphs made from it.
  [[nodiscard]] const std::shared_ptr<ConditionSet>& conditions() const { return conditions_; }
  void share_conditions(const std::shared_ptr<ConditionSet>& conditions);

  // --- Copies ---

  /// A copy of everything, child graphs and references to user objects included; node by node in
  /// the same order. Errors: kNotSupported (memory nodes).
  [[nodiscard]] Result<std::unique_ptr<Graph>> clone() const;
  /// The node here that is the copy of `original`; null if there is none.
  [[nodiscard]] Node* find_copy_of(const Node& original) const;

  UserObjectReferences user_objects;
  /// Alive while there is an exec of this graph: one with memory nodes or conditional nodes may have
  /// one at a time.
  std::weak_ptr<void> exec;
  /// A capture goes into it: no node may be removed, nor the graph deleted by the program.
  bool is_being_captured = false;
  HandlePlace handle_place;

 private:
  Node& make_node(NodeParams&& params);
  void destroy(Node& node);
  void link(Node& from, Node& to, const EdgeData& data);
  void unlink(Edge& edge);
  Status check_edge(const Node& from, const Node& to, const EdgeData& data) const;

  std::vector<Node*> nodes_;  // owned; by index
  Slab<Node> node_room_;
  Slab<Edge> edge_room_;
  std::size_t edge_count_ = 0;
  std::uint64_t mark_ = 0;
  std::uint64_t end_changes_ = 0;  // of roots and leaves
  Node* owner_ = nullptr;
  std::shared_ptr<ConditionSet> conditions_;
};

/// A copy of a node's parameters, graphs inside it included. Errors: kNotSupported (memory nodes,
/// conditional nodes).
[[nodiscard]] Result<NodeParams> copy_of(const NodeParams& params);

}  // namespace riffle::graph
