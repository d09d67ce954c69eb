// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeGetDependentNodes: the nodes after a node, arrays that are too short and too long, edge data that would
// be lost.
#include "../../graphs/nodes.h"

static void list(const char *what, cudaGraphNode_t node, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known[0]);
  std::vector<cudaGraphEdgeData> data(8);
  std::memset(data.data(), 0x55, 8 * sizeof(cudaGraphEdgeData));
  std::size_t count = room;
  const cudaError_t error = cudaGraphNodeGetDependentNodes(node, nodes.data(), data.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
  std::vector<int> types;
  for (std::size_t i = 0; i < count && i < room; ++i) types.push_back(data[i].type);
  show_row("  types of their edges", types);
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph();
  auto first = kernel_node(graph, word, 1);
  auto a = kernel_node(graph, word, 1, {first}), b = kernel_node(graph, word, 1, {first});
  auto c = kernel_node(graph, word, 1, {first});
  const std::vector<cudaGraphNode_t> all = {first, a, b, c};
  std::size_t count = 77;
  SHOW(cudaGraphNodeGetDependentNodes(nullptr, nullptr, nullptr, &count));
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependentNodes(c, nullptr, nullptr, &count));
  show_value("count of a leaf", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  cudaGraphEdgeData only[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, only, &count));
  list("of a leaf", c, all, 2);
  list("as many as there are", first, all, 3);
  list("fewer", first, all, 2);
  list("more", first, all, 5);
  list("no room", first, all, 0);
  std::printf("edges added and removed\n");
  MUST(cudaGraphRemoveDependencies(graph, &first, &a, nullptr, 1));
  list("one removed", first, all, 2);
  MUST(cudaGraphAddDependencies(graph, &first, &a, nullptr, 1));
  list("and added again", first, all, 3);
  MUST(cudaGraphDestroyNode(b));
  list("one destroyed", first, {first, a, c}, 2);
  std::printf("edges with data\n");
  auto late = kernel_node(graph, word, 1);
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  MUST(cudaGraphAddDependencies(graph, &first, &late, &programmatic, 1));
  cudaGraphNode_t nodes[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependentNodes(first, nodes, nullptr, &count));
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("with data", first, {first, a, c, late}, 3);
  std::printf("in a child graph\n");
  auto root = empty_node(inner);
  empty_node(inner, {root});
  cudaGraphNode_t child, inside[2];
  MUST(cudaGraphAddChildGraphNode(&child, graph, &late, 1, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  count = 1;
  MUST(cudaGraphGetRootNodes(body, inside, &count));
  list("of the node before it", late, {late, child}, 1);
  list("of the child graph node", child, {late, child}, 1);
  count = 77;
  SHOW(cudaGraphNodeGetDependentNodes(inside[0], nullptr, nullptr, &count));
  show_value("count of its root", static_cast<long long>(count));
}
