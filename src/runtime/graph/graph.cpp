// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <queue>
#include <string>

#include "runtime/engine/observer.h"

namespace riffle::graph {
namespace {

std::atomic<std::uint64_t> last_node_id{0};

// Of a kernel, as kProgrammaticPort.
constexpr std::uint8_t kLaunchCompletionPort = 2;

std::string name_of(const Node& node) { return "graph node " + std::to_string(node.id()); }

bool is_programmatic(const EdgeData& data) {
  return data.type == static_cast<std::uint8_t>(EdgeType::kProgrammatic);
}

/// Which edges CUDA knows: programmatic ones lead from one kernel to another.
bool is_data_good(const Node& from, const Node& to, const EdgeData& data) {
  return Graph::is_edge_data_good(from, data) &&
         (!is_programmatic(data) || to.kind() == NodeKind::kKernel);
}

}  // namespace

Node::Node(Graph& graph, NodeParams&& what, std::uint32_t index)
    : params(std::move(what)),
      graph_(&graph),
      id_(last_node_id.fetch_add(1, std::memory_order_relaxed) + 1),
      index_(index) {}

Node::~Node() { riffle::graph::nodes().forget(*this); }

Graph::Graph() : conditions_(std::make_shared<ConditionSet>()) {}

Graph::~Graph() {
  for (Node* const node : nodes_) node->~Node();
  graphs().forget(*this);
}

// ---- Edges ----

namespace {

template <class List>
void append(List& list, Edge* edge, Edge* Edge::* next, Edge* Edge::* previous) {
  edge->*previous = list.last;
  (list.last != nullptr ? list.last->*next : list.first) = edge;
  list.last = edge;
  ++list.count;
}

// As on hardware, where programs see it: the last edge takes the place of the one that goes.
template <class List>
void take_out(List& list, const Edge& edge, Edge* Edge::* next, Edge* Edge::* previous) {
  Edge* const last = list.last;
  list.last = last->*previous;
  (list.last != nullptr ? list.last->*next : list.first) = nullptr;
  --list.count;
  if (last == &edge) return;
  last->*previous = edge.*previous;
  last->*next = edge.*next;
  (last->*previous != nullptr ? last->*previous->*next : list.first) = last;
  (last->*next != nullptr ? last->*next->*previous : list.last) = last;
}

}  // namespace

void Graph::link(Node& from, Node& to, const EdgeData& data) {
  auto* const edge = new (edge_room_.take()) Edge;
  edge->from = &from;
  edge->to = &to;
  edge->data = data;
  append(from.dependents_, edge, &Edge::next_dependent, &Edge::previous_dependent);
  append(to.dependencies_, edge, &Edge::next_dependency, &Edge::previous_dependency);
  ++edge_count_;
}

void Graph::unlink(Edge& edge) {
  take_out(edge.from->dependents_, edge, &Edge::next_dependent, &Edge::previous_dependent);
  take_out(edge.to->dependencies_, edge, &Edge::next_dependency, &Edge::previous_dependency);
  if (edge.to->dependencies_.count == 0) edge.to->root_since_ = ++end_changes_;
  if (edge.from->dependents_.count == 0) edge.from->leaf_since_ = ++end_changes_;
  edge_room_.give(&edge);
  --edge_count_;
}

bool Graph::is_edge_data_good(const Node& from, const EdgeData& data) {
  if (std::ranges::any_of(data.reserved, [](std::uint8_t byte) { return byte != 0; })) return false;
  if (data.to_port != 0) return false;
  const bool is_kernels = from.kind() == NodeKind::kKernel;
  if (is_programmatic(data)) {
    return is_kernels &&
           (data.from_port == kProgrammaticPort || data.from_port == kLaunchCompletionPort);
  }
  return data.type == static_cast<std::uint8_t>(EdgeType::kDefault) &&
         (data.from_port == 0 || (is_kernels && data.from_port == kLaunchCompletionPort));
}

Edge* Graph::find_edge(const Node& from, const Node& to) {
  if (from.dependent_count() <= to.dependency_count()) {
    for (Edge* edge = from.first_dependent(); edge != nullptr; edge = edge->next_dependent)
      if (edge->to == &to) return edge;
  } else {
    for (Edge* edge = to.first_dependency(); edge != nullptr; edge = edge->next_dependency)
      if (edge->from == &from) return edge;
  }
  return nullptr;
}

Status Graph::check_edge(const Node& from, const Node& to, const EdgeData& data) const {
  if (&from.graph() != this || &to.graph() != this)
    return error(Code::kInvalidValue, name_of(from) + " or " + name_of(to) + ": of another graph");
  if (&from == &to) return error(Code::kInvalidValue, name_of(from) + ": an edge to itself");
  if (!is_data_good(from, to, data))
    return error(Code::kInvalidValue, name_of(from) + ": edge data that no such edge can have");
  return {};
}

// Hardware looks at nodes and data of all edges first; whether an edge exists it asks one by one, and
// what it has added or removed until then stays.
Status Graph::add_edges(std::span<Node* const> from, std::span<Node* const> to,
                        std::span<const EdgeData> data) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (Status status = check_edge(*from[i], *to[i], data.empty() ? EdgeData{} : data[i]); !status)
      return status;
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (find_edge(*from[i], *to[i]) != nullptr) {
      return error(Code::kInvalidValue,
                   name_of(*from[i]) + " to " + name_of(*to[i]) + ": the edge exists");
    }
    link(*from[i], *to[i], data.empty() ? EdgeData{} : data[i]);
  }
  return {};
}

Status Graph::remove_edges(std::span<Node* const> from, std::span<Node* const> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (&from[i]->graph() != this || &to[i]->graph() != this)
      return error(Code::kInvalidValue, "a node of another graph");
  }
  if (!from.empty() && has_memory_nodes())
    return error(Code::kNotSupported, "a graph with memory nodes keeps all its edges");
  for (std::size_t i = 0; i < from.size(); ++i) {
    Edge* const edge = find_edge(*from[i], *to[i]);
    if (edge == nullptr) {
      return error(Code::kInvalidValue,
                   name_of(*from[i]) + " to " + name_of(*to[i]) + ": no such edge");
    }
    unlink(*edge);
  }
  return {};
}

// ---- Nodes ----

Node& Graph::make_node(NodeParams&& params) {
  return *new (node_room_.take())
      Node(*this, std::move(params), static_cast<std::uint32_t>(nodes_.size()));
}

void Graph::destroy(Node& node) {
  node.~Node();
  node_room_.give(&node);
}

Result<Node*> Graph::add_node(NodeParams&& params, std::span<const Dependency> dependencies) {
  if (nodes_.size() == nodes_.capacity())
    nodes_.reserve(std::max<std::size_t>(16, 2 * nodes_.size()));
  edge_room_.reserve(dependencies.size());  // nothing may fail once edges are linked
  Node& node = make_node(std::move(params));
  const auto refuse = [&](Status status) {
    destroy(node);
    return std::unexpected(std::move(status.error()));
  };
  const std::uint64_t mark = ++mark_;
  for (const Dependency& dependency : dependencies) {
    if (Status status = check_edge(*dependency.node, node, dependency.data); !status)
      return refuse(std::move(status));
    if (std::exchange(dependency.node->mark_, mark) == mark)
      return refuse(error(Code::kInvalidValue, name_of(*dependency.node) + ": twice a dependency"));
  }
  for (const Dependency& dependency : dependencies) link(*dependency.node, node, dependency.data);
  if (auto* const child = node.as<ChildGraphParams>()) child->graph->set_owner(&node);
  if (auto* const conditional = node.as<ConditionalParams>()) {
    for (const auto& body : conditional->bodies) body->set_owner(&node);
  }
  nodes_.push_back(&node);
  node.root_since_ = node.leaf_since_ = ++end_changes_;
  engine::notify_graph_node_made(node.id(), 0);
  return &node;
}

Status Graph::remove_node(Node& node) {
  if (is_being_captured)
    return error(Code::kInvalidValue, "a graph that is being captured keeps all its nodes");
  if (has_memory_nodes())
    return error(Code::kNotSupported, "a graph with memory nodes keeps all its nodes");
  if (const auto* const kernel = node.as<KernelParams>(); kernel && kernel->device_node != nullptr)
    return error(Code::kNotSupported, "a node that kernels may change stays");
  while (node.first_dependency() != nullptr) unlink(*node.first_dependency());
  while (node.first_dependent() != nullptr) unlink(*node.first_dependent());
  nodes_.erase(nodes_.begin() + node.index());
  for (std::size_t i = node.index(); i < nodes_.size(); ++i)
    nodes_[i]->index_ = static_cast<std::uint32_t>(i);
  destroy(node);
  return {};
}

std::vector<Node*> Graph::roots() const {
  std::vector<Node*> roots;
  std::ranges::copy_if(nodes_, std::back_inserter(roots),
                       [](const Node* node) { return node->dependency_count() == 0; });
  std::ranges::sort(roots, std::greater(), [](const Node* node) { return node->root_since_; });
  return roots;
}

std::vector<Node*> Graph::leaves() const {
  std::vector<Node*> leaves;
  std::ranges::copy_if(nodes_, std::back_inserter(leaves),
                       [](const Node* node) { return node->dependent_count() == 0; });
  std::ranges::sort(leaves, std::greater(), [](const Node* node) { return node->leaf_since_; });
  return leaves;
}

bool Graph::has_memory_nodes() const {
  return std::ranges::any_of(nodes_, [](const Node* node) {
    if (const auto* const child = node->as<ChildGraphParams>())
      return child->graph->has_memory_nodes();
    if (const auto* const conditional = node->as<ConditionalParams>()) {
      return std::ranges::any_of(conditional->bodies,
                                 [](const auto& body) { return body->has_memory_nodes(); });
    }
    return node->kind() == NodeKind::kAllocation || node->kind() == NodeKind::kFree;
  });
}

bool Graph::has_updatable_nodes() const {
  return std::ranges::any_of(nodes_, [](const Node* node) {
    const auto* const kernel = node->as<KernelParams>();
    return kernel != nullptr && kernel->device_node != nullptr;
  });
}

Result<std::vector<Node*>> Graph::topological_order() const {
  const bool is_sorted = std::ranges::all_of(nodes_, [](const Node* node) {
    for (const Edge* edge = node->first_dependency(); edge; edge = edge->next_dependency)
      if (edge->from->index() > node->index()) return false;
    return true;
  });
  if (is_sorted) return nodes_;

  std::vector<std::uint32_t> missing(nodes_.size());
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (const Node* const node : nodes_) {
    missing[node->index()] = node->dependency_count();
    if (node->dependency_count() == 0) ready.push(node->index());
  }
  std::vector<Node*> order;
  order.reserve(nodes_.size());
  while (!ready.empty()) {
    Node* const node = nodes_[ready.top()];
    ready.pop();
    order.push_back(node);
    for (const Edge* edge = node->first_dependent(); edge; edge = edge->next_dependent)
      if (--missing[edge->to->index()] == 0) ready.push(edge->to->index());
  }
  if (order.size() != nodes_.size())
    return error(Code::kInvalidValue, "the graph's edges form a cycle");
  return order;
}

// ---- Conditions ----

Condition& Graph::add_condition(std::uint32_t default_value, bool assigns_default) {
  return conditions_->add(default_value, assigns_default);
}

void Graph::share_conditions(const std::shared_ptr<ConditionSet>& conditions) {
  conditions_ = conditions;
}

Condition& ConditionSet::add(std::uint32_t default_value, bool assigns_default) {
  Condition& condition = conditions_.emplace_back();
  condition.default_value = default_value;
  condition.assigns_default = assigns_default;
  return condition;
}

Condition* ConditionSet::find(std::uint64_t handle) {
  const auto found = std::ranges::find_if(
      conditions_, [&](const Condition& condition) { return condition.handle() == handle; });
  return found == conditions_.end() ? nullptr : &*found;
}

// ---- Copies ----

Result<NodeParams> copy_of(const NodeParams& params) {
  return std::visit(
      []<class T>(const T& value) -> Result<NodeParams> {
        if constexpr (std::is_same_v<T, ChildGraphParams>) {
          auto child = value.graph->clone();
          if (!child) return std::unexpected(std::move(child.error()));
          return ChildGraphParams{std::move(*child)};
        } else if constexpr (std::is_same_v<T, AllocationParams> || std::is_same_v<T, FreeParams>) {
          return error(Code::kNotSupported, "graphs with memory nodes are not copied");
        } else if constexpr (std::is_same_v<T, ConditionalParams>) {
          return error(Code::kNotSupported, "graphs with conditional nodes are not copied");
        } else if constexpr (std::is_same_v<T, KernelParams>) {
          KernelParams copy = value;
          copy.device_node = nullptr;  // one node's only
          return copy;
        } else {
          return value;
        }
      },
      params);
}

Result<std::unique_ptr<Graph>> Graph::clone() const {
  auto copy = std::make_unique<Graph>();
  copy->nodes_.reserve(nodes_.size());
  for (const Node* const node : nodes_) {
    auto params = copy_of(node->params);
    if (!params) return std::unexpected(std::move(params.error()));
    const Result<Node*> added = copy->add_node(std::move(*params));
    if (!added) return std::unexpected(added.error());
    (*added)->cloned_from_ = node->id();
    engine::notify_graph_node_made((*added)->id(), node->id());
  }
  for (const Node* const node : nodes_) {
    for (const Edge* edge = node->first_dependency(); edge; edge = edge->next_dependency)
      copy->link(*copy->nodes_[edge->from->index()], *copy->nodes_[node->index()], edge->data);
  }
  copy->user_objects.add_all(user_objects);
  return copy;
}

Node* Graph::find_copy_of(const Node& original) const {
  // Usually neither graph was changed since.
  if (original.index() < nodes_.size() && nodes_[original.index()]->cloned_from() == original.id())
    return nodes_[original.index()];
  const auto found = std::ranges::find(nodes_, original.id(), &Node::cloned_from);
  return found == nodes_.end() ? nullptr : *found;
}

}  // namespace riffle::graph
