// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeGetDependencies: the nodes before a node, arrays that are too short and too long, edge data that would
// be lost.
#include "../../graphs/nodes.h"

static void list(const char *what, cudaGraphNode_t node, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known[0]);
  std::vector<cudaGraphEdgeData> data(8);
  std::memset(data.data(), 0x55, 8 * sizeof(cudaGraphEdgeData));
  std::size_t count = room;
  const cudaError_t error = cudaGraphNodeGetDependencies(node, nodes.data(), data.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
  std::vector<int> types;
  for (std::size_t i = 0; i < count && i < room; ++i) types.push_back(data[i].type);
  show_row("  types of their edges", types);
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1), c = kernel_node(graph, word, 1);
  auto last = kernel_node(graph, word, 1, {c, a, b});
  const std::vector<cudaGraphNode_t> all = {a, b, c, last};
  std::size_t count = 77;
  SHOW(cudaGraphNodeGetDependencies(nullptr, nullptr, nullptr, &count));
  SHOW(cudaGraphNodeGetDependencies(last, nullptr, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependencies(a, nullptr, nullptr, &count));
  show_value("count of a root", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependencies(last, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  cudaGraphEdgeData only[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependencies(last, nullptr, only, &count));
  list("of a root", a, all, 2);
  list("as many as there are", last, all, 3);
  list("fewer", last, all, 2);
  list("more", last, all, 5);
  list("no room", last, all, 0);
  std::printf("edges added and removed\n");
  MUST(cudaGraphRemoveDependencies(graph, &a, &last, nullptr, 1));
  list("one removed", last, all, 2);
  MUST(cudaGraphAddDependencies(graph, &a, &last, nullptr, 1));
  list("and added again", last, all, 3);
  MUST(cudaGraphDestroyNode(c));
  list("one destroyed", last, {a, b, last}, 2);
  std::printf("edges with data\n");
  auto late = kernel_node(graph, word, 1, {last});
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  MUST(cudaGraphAddDependencies(graph, &a, &late, &programmatic, 1));
  cudaGraphNode_t nodes[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependencies(late, nodes, nullptr, &count));
  SHOW(cudaGraphNodeGetDependencies(late, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("with data", late, {a, b, last, late}, 2);
  std::printf("in a child graph\n");
  auto first = empty_node(inner);
  empty_node(inner, {first});
  cudaGraphNode_t child, inside[2];
  MUST(cudaGraphAddChildGraphNode(&child, graph, &last, 1, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  count = 1;
  MUST(cudaGraphGetRootNodes(body, inside, &count));
  list("of its root", inside[0], {last, inside[0]}, 1);
  list("of the child graph node", child, {last, inside[0]}, 1);
}
