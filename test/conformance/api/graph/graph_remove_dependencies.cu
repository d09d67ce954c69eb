// SPDX-License-Identifier: Apache-2.0
// cudaGraphRemoveDependencies: edges that are there and edges that are not; their data; what a refused call leaves.
#include "../../graphs/nodes.h"

static int edges_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return static_cast<int>(count);
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1, {a});
  auto c = kernel_node(graph, word, 1, {a, b}), d = kernel_node(graph, word, 1, {a, b, c});
  auto foreign = empty_node(other), foreign_too = empty_node(other, {foreign});
  cudaGraphNode_t none = nullptr;
  SHOW(cudaGraphRemoveDependencies(nullptr, &a, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, nullptr, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, nullptr, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &none, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &none, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &a, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &foreign, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &foreign, &foreign_too, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 0));
  SHOW(cudaGraphRemoveDependencies(graph, nullptr, nullptr, nullptr, 0));
  show_value("edges", edges_in(graph));
  std::printf("good ones\n");
  SHOW(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
  const cudaGraphNode_t from[] = {a, b}, to[] = {d, d};
  SHOW(cudaGraphRemoveDependencies(graph, from, to, nullptr, 2));
  show_value("edges", edges_in(graph));
  std::printf("one bad edge among good ones\n");
  const cudaGraphNode_t mixed_from[] = {a, a}, mixed_to[] = {c, d};
  SHOW(cudaGraphRemoveDependencies(graph, mixed_from, mixed_to, nullptr, 2));
  show_value("edges", edges_in(graph));
  const cudaGraphNode_t twice_from[] = {c, c}, twice_to[] = {d, d};
  SHOW(cudaGraphRemoveDependencies(graph, twice_from, twice_to, nullptr, 2));
  show_value("edges", edges_in(graph));

  std::printf("with data\n");
  auto graph2 = new_graph();
  auto k1 = kernel_node(graph2, word, 1), k2 = kernel_node(graph2, word, 1);
  cudaGraphEdgeData full = {}, programmatic = {}, bad = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  bad.type = 9;
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &programmatic, 1));
  show_value("edges", edges_in(graph2));
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &bad, 1));
  show_value("edges", edges_in(graph2));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &bad, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &full, 1));
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &programmatic, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &programmatic, 1));
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &programmatic, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, nullptr, 1));
  show_value("edges", edges_in(graph2));
  std::printf("a node that leaves its chain is a root\n");
  std::size_t count = 77;
  MUST(cudaGraphGetRootNodes(graph2, nullptr, &count));
  show_value("roots", static_cast<long long>(count));
}
