// SPDX-License-Identifier: Apache-2.0
// Graphs as plain data: nodes, edges, order, copies, handles, user objects.
#include "runtime/graph/graph.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace riffle::graph {
namespace {

Node* must_add(Graph& graph, std::initializer_list<Node*> after = {},
               NodeParams params = EmptyParams{}) {
  std::vector<Dependency> dependencies;
  for (Node* const node : after) dependencies.push_back({node, {}});
  const auto added = graph.add_node(std::move(params), dependencies);
  EXPECT_TRUE(added.has_value());
  return added ? *added : nullptr;
}

Status add_edge(Graph& graph, Node* from, Node* to, const EdgeData& data = {}) {
  return graph.add_edges({&from, 1}, {&to, 1}, {&data, 1});
}

Status remove_edge(Graph& graph, Node* from, Node* to) {
  return graph.remove_edges({&from, 1}, {&to, 1});
}

KernelParams a_kernel() { return KernelParams{}; }

TEST(Graph, NodesKeepTheOrderInWhichTheyWereAdded) {
  Graph graph;
  Node* const a = must_add(graph);
  Node* const b = must_add(graph, {a});
  Node* const c = must_add(graph, {a, b});
  ASSERT_EQ(graph.nodes().size(), 3u);
  EXPECT_EQ(graph.nodes()[0], a);
  EXPECT_EQ(graph.nodes()[2], c);
  EXPECT_EQ(graph.edge_count(), 3u);
  EXPECT_EQ(c->dependency_count(), 2u);
  EXPECT_EQ(c->first_dependency()->from, a);
  EXPECT_EQ(c->first_dependency()->next_dependency->from, b);
  EXPECT_EQ(a->dependent_count(), 2u);
  EXPECT_EQ(a->first_dependent()->to, b);
}

TEST(Graph, ADependencyTwiceOrOfAnotherGraphIsRefusedAndChangesNothing) {
  Graph graph;
  Graph other;
  Node* const a = must_add(graph);
  Node* const stranger = must_add(other);
  const std::array twice = {Dependency{a, {}}, Dependency{a, {}}};
  EXPECT_EQ(graph.add_node(EmptyParams{}, twice).error().code, Code::kInvalidValue);
  const std::array foreign = {Dependency{a, {}}, Dependency{stranger, {}}};
  EXPECT_EQ(graph.add_node(EmptyParams{}, foreign).error().code, Code::kInvalidValue);
  EXPECT_EQ(graph.nodes().size(), 1u);
  EXPECT_EQ(graph.edge_count(), 0u);
  EXPECT_EQ(a->dependent_count(), 0u);
}

TEST(Graph, EdgesBeforeOneThatExistsStay) {
  Graph graph;
  Node* const a = must_add(graph);
  Node* const b = must_add(graph);
  Node* const c = must_add(graph);
  EXPECT_FALSE(add_edge(graph, a, a));
  EXPECT_TRUE(add_edge(graph, a, b));
  EXPECT_FALSE(add_edge(graph, a, b));
  const std::array from = {b, a};
  const std::array to = {c, b};
  EXPECT_FALSE(graph.add_edges(from, to, {}));
  EXPECT_EQ(graph.edge_count(), 2u);
  EXPECT_NE(Graph::find_edge(*b, *c), nullptr);
  const std::array loop_from = {c, a};
  const std::array loop_to = {a, a};
  EXPECT_FALSE(graph.add_edges(loop_from, loop_to, {}));
  EXPECT_EQ(graph.edge_count(), 2u);
  EXPECT_TRUE(remove_edge(graph, b, c));
  EXPECT_FALSE(remove_edge(graph, b, a));
  EXPECT_TRUE(remove_edge(graph, a, b));
  EXPECT_FALSE(remove_edge(graph, a, b));
  EXPECT_EQ(graph.edge_count(), 0u);
}

TEST(Graph, ProgrammaticEdgesLeadFromKernelToKernel) {
  Graph graph;
  Node* const k1 = must_add(graph, {}, a_kernel());
  Node* const k2 = must_add(graph, {}, a_kernel());
  Node* const empty = must_add(graph);
  const EdgeData programmatic{.from_port = 1, .type = 1};
  EXPECT_FALSE(add_edge(graph, empty, k1, programmatic));
  EXPECT_FALSE(add_edge(graph, k1, empty, programmatic));
  EXPECT_TRUE(add_edge(graph, k1, k2, programmatic));
  EXPECT_EQ(k2->first_dependency()->data, programmatic);
  EdgeData dirty;
  dirty.reserved[2] = 1;
  EXPECT_FALSE(add_edge(graph, k1, empty, dirty));
}

TEST(Graph, RemovingANodeRemovesItsEdges) {
  Graph graph;
  Node* const a = must_add(graph);
  Node* const b = must_add(graph, {a});
  Node* const c = must_add(graph, {b});
  EXPECT_TRUE(graph.remove_node(*b));
  EXPECT_EQ(graph.nodes().size(), 2u);
  EXPECT_EQ(c->index(), 1u);
  EXPECT_EQ(graph.edge_count(), 0u);
  EXPECT_EQ(a->dependent_count(), 0u);
  EXPECT_EQ(c->dependency_count(), 0u);
}

TEST(Graph, TopologicalOrderFindsCycles) {
  Graph graph;
  Node* const a = must_add(graph);
  Node* const b = must_add(graph);
  Node* const c = must_add(graph);
  EXPECT_TRUE(add_edge(graph, c, a));
  EXPECT_TRUE(add_edge(graph, a, b));
  const auto order = graph.topological_order();
  ASSERT_TRUE(order.has_value());
  EXPECT_EQ(*order, (std::vector<Node*>{c, a, b}));
  EXPECT_TRUE(add_edge(graph, b, c));
  EXPECT_EQ(graph.topological_order().error().code, Code::kInvalidValue);
}

TEST(Graph, ACopyIsNodeByNodeTheSame) {
  Graph graph;
  Node* const a = must_add(graph, {}, HostParams{nullptr, &graph});
  auto child = std::make_unique<Graph>();
  must_add(*child);
  Node* const b = must_add(graph, {a}, ChildGraphParams{std::move(child)});
  const auto copy = graph.clone();
  ASSERT_TRUE(copy.has_value());
  ASSERT_EQ((*copy)->nodes().size(), 2u);
  Node* const copied = (*copy)->find_copy_of(*b);
  ASSERT_NE(copied, nullptr);
  EXPECT_NE(copied->id(), b->id());
  EXPECT_EQ(copied->kind(), NodeKind::kChildGraph);
  EXPECT_NE(copied->as<ChildGraphParams>()->graph, b->as<ChildGraphParams>()->graph);
  EXPECT_EQ(copied->as<ChildGraphParams>()->graph->owner(), copied);
  EXPECT_EQ((*copy)->edge_count(), 1u);
  EXPECT_EQ((*copy)->nodes()[0]->as<HostParams>()->user, &graph);
  Graph other;
  EXPECT_EQ(other.find_copy_of(*b), nullptr);
}

TEST(Graph, GraphsWithMemoryNodesAreNeitherCopiedNorReduced) {
  Graph graph;
  Node* const a = must_add(graph, {}, AllocationParams{});
  EXPECT_EQ(graph.clone().error().code, Code::kNotSupported);
  EXPECT_EQ(graph.remove_node(*a).error().code, Code::kNotSupported);
  Node* const b = must_add(graph, {a}, EmptyParams{});
  EXPECT_EQ(graph.remove_edges({&a, 1}, {&b, 1}).error().code, Code::kNotSupported);
  EXPECT_EQ(graph.edge_count(), 1u);
}

TEST(Handles, AreMadeOnceAndEndWithTheObject) {
  std::uintptr_t graph_handle = 0;
  std::uintptr_t node_handle = 0;
  {
    Graph graph;
    Node* const node = must_add(graph);
    graph_handle = graphs().show(graph);
    node_handle = nodes().show(*node);
    EXPECT_EQ(nodes().show(*node), node_handle);
    EXPECT_EQ(nodes().find(reinterpret_cast<void*>(node_handle)), node);
    EXPECT_EQ(nodes().find(reinterpret_cast<void*>(graph_handle)), nullptr);
    EXPECT_EQ(graphs().find(reinterpret_cast<void*>(graph_handle)), &graph);
  }
  EXPECT_EQ(nodes().find(reinterpret_cast<void*>(node_handle)), nullptr);
  EXPECT_EQ(graphs().find(reinterpret_cast<void*>(graph_handle)), nullptr);
}

TEST(Arguments, AreCopiedWithTheirLayout) {
  const abi::ParameterSlot parameters[] = {{0, 4}, {8, 8}, {16, 1}};
  abi::KernelRow kernel{};
  kernel.parameters = parameters;
  kernel.parameter_count = 3;
  kernel.argument_bytes = 17;
  int first = 7;
  double second = 2.5;
  char third = 'x';
  const void* const values[] = {&first, &second, &third};
  Arguments made(kernel, values);
  first = 8;
  const Arguments copy = made;
  made = Arguments();
  ASSERT_EQ(copy.size(), 17u);
  double read = 0;
  std::memcpy(&read, copy.bytes() + 8, sizeof read);
  EXPECT_EQ(read, 2.5);
  EXPECT_EQ(*static_cast<int*>(copy.pointers()[0]), 7);
  EXPECT_EQ(*static_cast<char*>(copy.pointers()[2]), 'x');
  EXPECT_EQ(made.pointers(), nullptr);
}

TEST(CopyParams, FlatAndBoxedGiveTheRequestBack) {
  char to[64];
  const char from[64] = {};
  const auto flat = CopyParams::flat(to, from, 48, memory::Direction::kDefault).request();
  EXPECT_EQ(flat.destination, to);
  EXPECT_EQ(flat.source, from);
  EXPECT_EQ(flat.box.bytes(), 48u);
  EXPECT_TRUE(flat.box.is_contiguous(flat.destination_layout));
  const memory::CopyRequest request{.destination = to,
                                    .source = from,
                                    .box = {4, 2, 2},
                                    .destination_layout = {8, 32},
                                    .source_layout = {4, 8}};
  const auto boxed = CopyParams::boxed(request, memory::Direction::kDefault).request();
  EXPECT_EQ(boxed.destination_layout.slice_pitch_bytes, 32u);
  EXPECT_EQ(boxed.source_layout.row_pitch_bytes, 4u);
}

int destroyed = 0;
void count_destruction(void* pointer) { destroyed += *static_cast<int*>(pointer); }

TEST(UserObject, IsDestroyedWithItsLastReference) {
  destroyed = 0;
  int weight = 5;
  auto* const object = new UserObject(&weight, count_destruction, 2);
  std::unique_ptr<Graph> copy;
  {
    Graph graph;
    UserObject::release(object, 1);
    graph.user_objects.add(object, 1);  // the program's own one
    EXPECT_FALSE(graph.user_objects.release(object, 2));
    object->retain(1);
    graph.user_objects.add(object, 1);
    EXPECT_TRUE(graph.user_objects.release(object, 1));
    copy = std::move(*graph.clone());
  }
  EXPECT_EQ(destroyed, 0);
  copy.reset();
  EXPECT_EQ(destroyed, 5);
}

}  // namespace
}  // namespace riffle::graph
