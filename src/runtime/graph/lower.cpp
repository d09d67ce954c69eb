// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/lower.h"

#include <algorithm>
#include <span>
#include <utility>

#include "runtime/graph/sequences.h"

namespace riffle::graph {
namespace {

/// A step on its way: what it follows is known, its task is not.
struct Item {
  ProgramStep step;
  std::uint32_t scope = 0;
  std::uint32_t followers = 0;   ///< edges that leave
  std::uint32_t leaders = 0;     ///< edges that come in
  std::uint32_t leader = kNone;  ///< one of them
  std::uint32_t next = kNone;    ///< in the same task
  std::uint32_t task = kNone;    ///< of the first item of a task
  std::int8_t priority = 0;
};

class Lowering {
 public:
  std::expected<Lowered, LoweringError> run(const Graph& graph) {
    if (Status status = check_conditions(graph); !status)
      return fail(std::move(status.error()), LoweringFault::kConditionUnused, nullptr);
    program_.scopes.emplace_back();
    scope_count_ = 1;
    items_.reserve(graph.nodes().size());
    edges_.reserve(graph.edge_count());
    if (!lay_out(graph, 0, record_, nullptr)) return std::unexpected(std::move(failure_));
    make_tasks();
    name_steps(record_);
    reserve_sequences(program_);
    return Lowered{std::move(program_), std::move(record_)};
  }

 private:
  struct Ends {
    std::uint32_t first;
    std::uint32_t last;
  };

  std::unexpected<LoweringError> fail(Error error, LoweringFault fault, Node* node) {
    return std::unexpected(LoweringError{std::move(error), fault, node});
  }

  bool refuse(Error error, LoweringFault fault, Node* node) {
    failure_ = {std::move(error), fault, node};
    return false;
  }

  static Status check_conditions(const Graph& graph) {
    for (const Condition& condition : graph.conditions()->all()) {
      if (!condition.has_node)
        return riffle::error(Code::kInvalidValue, "a conditional handle without a node");
    }
    return {};
  }

  std::uint32_t add_item(std::uint32_t scope, std::uint64_t node) {
    Item& item = items_.emplace_back();
    item.scope = scope;
    item.step.node = node;
    return static_cast<std::uint32_t>(items_.size() - 1);
  }

  void follow(std::uint32_t from, std::uint32_t to) {
    ++items_[from].followers;
    ++items_[to].leaders;
    items_[to].leader = from;
    edges_.emplace_back(from, to);
  }

  /// The nodes of a graph as items of `scope`. `ends`: of the child graph node around it, or null.
  bool lay_out(const Graph& graph, std::uint32_t scope, GraphRecord& record, const Ends* ends) {
    record.number = static_cast<std::uint32_t>(program_.user_objects.size());
    program_.user_objects.push_back(hold_user_objects(graph));
    const auto order = graph.topological_order();
    if (!order) {
      // Some node is to blame; hardware names one too.
      return refuse(order.error(), LoweringFault::kStructure, graph.nodes().front());
    }
    record.nodes.resize(graph.nodes().size());
    std::vector<Ends> of_node(graph.nodes().size());
    std::vector<std::uint32_t> place(graph.nodes().size());  // in the order, by index
    for (std::uint32_t number = 0; number < order->size(); ++number) {
      Node* const node = (*order)[number];
      place[node->index()] = number;
      if (!lay_out_node(*node, scope, record, record.nodes[number], of_node[node->index()]))
        return false;
    }
    for (const Node* const leaf : graph.leaves()) record.leaves.push_back(place[leaf->index()]);
    for (const Node* const node : *order) {
      NodeRecord& entry = record.nodes[place[node->index()]];
      entry.first_dependency = static_cast<std::uint32_t>(record.dependencies.size());
      entry.dependencies = node->dependency_count();
      const Ends& own = of_node[node->index()];
      for (const Edge* edge = node->first_dependency(); edge; edge = edge->next_dependency) {
        record.dependencies.push_back({place[edge->from->index()], edge->data});
        follow(of_node[edge->from->index()].last, own.first);
      }
      if (ends == nullptr) continue;
      if (node->dependency_count() == 0) follow(ends->first, own.first);
      if (node->dependent_count() == 0) follow(own.last, ends->last);
    }
    return true;
  }

  bool lay_out_node(Node& node, std::uint32_t scope, GraphRecord& record, NodeRecord& entry,
                    Ends& ends) {
    const std::uint32_t item = add_item(scope, node.id());
    ends = {item, item};
    entry.id = node.id();
    entry.kind = node.kind();
    entry.fixed = fixed_params(node.params);
    entry.attributes = kernel_attributes(node.params);
    entry.step = item;  // its number among the steps comes later
    if (const auto* const child = node.as<ChildGraphParams>()) {
      ends.last = add_item(scope, node.id());
      GraphRecord& inner = add_inner(record, entry);
      if (!lay_out(*child->graph, scope, inner, &ends)) return false;
      if (child->graph->nodes().empty()) follow(ends.first, ends.last);
      return true;
    }
    if (const auto* const conditional = node.as<ConditionalParams>())
      return lay_out_conditional(node, *conditional, item, record, entry);
    if (scope != 0 && !may_be_in_body(node.kind())) {
      return refuse({Code::kInvalidValue, "a node of this kind in the body of a conditional node"},
                    LoweringFault::kOperation, &node);
    }
    if (const auto* const allocation = node.as<AllocationParams>())
      program_.allocations.push_back({node.id(), allocation->memory});
    if (const auto* const free = node.as<FreeParams>())
      program_.frees.push_back({node.id(), free->memory});
    ProgramStep step;
    step.node = node.id();
    if (Status status = write_step(program_, step, node.params); !status)
      return refuse(std::move(status.error()), LoweringFault::kOperation, &node);
    items_[item].step = step;
    items_[item].priority = static_cast<std::int8_t>(entry.attributes.priority);
    return true;
  }

  static bool may_be_in_body(NodeKind kind) {
    return kind == NodeKind::kKernel || kind == NodeKind::kCopy || kind == NodeKind::kMemset ||
           kind == NodeKind::kEmpty;
  }

  static GraphRecord& add_inner(GraphRecord& record, NodeRecord& entry) {
    if (entry.inner == 0) entry.first_inner = static_cast<std::uint32_t>(record.inner.size());
    ++entry.inner;
    return record.inner.emplace_back();
  }

  bool lay_out_conditional(Node& node, const ConditionalParams& params, std::uint32_t item,
                           GraphRecord& record, NodeRecord& entry) {
    const auto condition = find_condition(node.graph(), params.handle);
    if (condition == nullptr)
      return refuse({Code::kInvalidValue, "a conditional node without a handle"},
                    LoweringFault::kStructure, &node);
    ConditionalNode conditional;
    conditional.condition = condition;
    conditional.kind = params.kind;
    conditional.first_scope = scope_count_;
    conditional.scopes = static_cast<std::uint32_t>(params.bodies.size());
    scope_count_ += conditional.scopes;
    program_.scopes.resize(scope_count_);
    items_[item].step.kind = StepKind::kConditional;
    items_[item].step.place = static_cast<std::uint32_t>(program_.conditionals.size());
    program_.conditionals.push_back(conditional);
    for (std::uint32_t body = 0; body < conditional.scopes; ++body) {
      program_.scopes[conditional.first_scope + body].parent = item;  // its task comes later
      GraphRecord& inner = add_inner(record, entry);
      if (!lay_out(*params.bodies[body], conditional.first_scope + body, inner, nullptr))
        return false;
    }
    return true;
  }

  // --- Tasks ---

  [[nodiscard]] bool stands_alone(const Item& item) const {
    return item.step.kind == StepKind::kHost || item.step.kind == StepKind::kAwait;
  }

  /// Whether the item continues the task of its only leader.
  [[nodiscard]] bool continues(const Item& item) const {
    if (item.leaders != 1 || stands_alone(item) || item.step.kind == StepKind::kEventWait)
      return false;
    const Item& leader = items_[item.leader];
    return leader.followers == 1 && leader.scope == item.scope && !stands_alone(leader) &&
           leader.step.kind != StepKind::kConditional;
  }

  void make_tasks() {
    std::vector<std::uint32_t> heads;
    for (std::uint32_t number = 0; number < items_.size(); ++number) {
      Item& item = items_[number];
      if (continues(item)) {
        items_[item.leader].next = number;
      } else {
        heads.push_back(number);
      }
    }
    program_.steps.reserve(items_.size());
    program_.tasks.reserve(heads.size());
    step_of_.resize(items_.size());
    for (const std::uint32_t head : heads) add_task(head);
    connect_tasks();
    fill_scopes();
  }

  void add_task(std::uint32_t head) {
    const auto number = static_cast<std::uint32_t>(program_.tasks.size());
    Task& task = program_.tasks.emplace_back();
    task.first_step = static_cast<std::uint32_t>(program_.steps.size());
    task.scope = items_[head].scope;
    task.is_host = stands_alone(items_[head]);
    task.is_wait = items_[head].step.kind == StepKind::kEventWait;
    task.may_block = task.is_host;
    for (std::uint32_t at = head; at != kNone; at = items_[at].next) {
      items_[at].task = number;
      ProgramStep& step = items_[at].step;
      const auto place = static_cast<std::uint32_t>(program_.steps.size());
      step_of_[at] = place;
      task.priority = std::min(task.priority, items_[at].priority);
      if (GraphProgram::may_block(step)) task.may_block = true;
      if (step.kind == StepKind::kEventWait) {
        step.place = static_cast<std::uint32_t>(program_.waits.size());
        program_.waits.push_back(place);
      }
      if (step.kind == StepKind::kEventRecord) {
        step.place = static_cast<std::uint32_t>(program_.records.size());
        program_.records.push_back(place);
      }
      program_.steps.push_back(step);
      ++task.steps;
    }
  }

  void connect_tasks() {
    for (const auto& [from, to] : edges_)
      if (items_[from].task != items_[to].task) ++program_.tasks[items_[from].task].successors;
    std::uint32_t place = 0;
    for (Task& task : program_.tasks) {
      task.first_successor = place;
      place += std::exchange(task.successors, 0);
    }
    program_.successors.resize(place);
    for (const auto& [from, to] : edges_) {
      if (items_[from].task == items_[to].task) continue;
      Task& task = program_.tasks[items_[from].task];
      program_.successors[task.first_successor + task.successors++] = items_[to].task;
      ++program_.tasks[items_[to].task].missing;
    }
    for (Task& task : program_.tasks) task.pending.store(task.missing, std::memory_order_relaxed);
  }

  void fill_scopes() {
    for (const Task& task : program_.tasks) {
      Scope& scope = program_.scopes[task.scope];
      if (task.missing == 0) ++scope.roots;
      if (task.successors == 0) ++scope.sinks;
    }
    std::uint32_t place = 0;
    for (Scope& scope : program_.scopes) {
      scope.first_root = place;
      place += std::exchange(scope.roots, 0);
      scope.open_sinks.store(scope.sinks, std::memory_order_relaxed);
      if (scope.parent != kNone) scope.parent = items_[scope.parent].task;
    }
    program_.roots.resize(place);
    for (std::uint32_t number = 0; number < program_.tasks.size(); ++number) {
      const Task& task = program_.tasks[number];
      if (task.missing != 0) continue;
      Scope& scope = program_.scopes[task.scope];
      program_.roots[scope.first_root + scope.roots++] = number;
    }
  }

  void name_steps(GraphRecord& record) {
    for (NodeRecord& node : record.nodes) node.step = step_of_[node.step];
    for (GraphRecord& inner : record.inner) name_steps(inner);
  }

  GraphProgram program_;
  GraphRecord record_;
  LoweringError failure_;
  std::uint32_t scope_count_ = 0;
  std::vector<Item> items_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<std::uint32_t> step_of_;  // by item
};

}  // namespace

std::shared_ptr<Condition> find_condition(const Graph& graph, std::uint64_t handle) {
  const std::shared_ptr<ConditionSet>& all = graph.conditions();
  Condition* const found = all->find(handle);
  return found == nullptr ? nullptr : std::shared_ptr<Condition>(all, found);
}

std::shared_ptr<const UserObjectReferences> hold_user_objects(const Graph& graph) {
  if (graph.user_objects.is_empty()) return nullptr;
  auto held = std::make_shared<UserObjectReferences>();
  held->add_all(graph.user_objects);
  return held;
}

std::expected<Lowered, LoweringError> lower(const Graph& graph) { return Lowering().run(graph); }

}  // namespace riffle::graph
