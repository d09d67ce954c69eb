// SPDX-License-Identifier: Apache-2.0
// cudaGraphClone: a copy with all nodes and edges, apart from its original from then on; what has no clone.
#include "../../graphs/nodes.h"

static int nodes_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetNodes(graph, nullptr, &count));
  return static_cast<int>(count);
}

static int edges_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return static_cast<int>(count);
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph(), with_memory = new_graph();
  cudaGraph_t clone = nullptr, other = nullptr;
  SHOW(cudaGraphClone(nullptr, graph));
  SHOW(cudaGraphClone(&clone, nullptr));
  show_truth("nothing written", clone == nullptr);
  SHOW(cudaGraphClone(&clone, graph));
  show_truth("an empty graph has another handle as its clone", clone != nullptr && clone != graph);
  show_row("nodes, edges", {nodes_in(clone), edges_in(clone)});

  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a});
  kernel_node(inner, word, 100);
  cudaGraphNode_t child, node, in_clone;
  MUST(cudaGraphAddChildGraphNode(&child, graph, &b, 1, inner));
  cudaGraphEdgeData data = {};
  data.type = cudaGraphDependencyTypeProgrammatic;
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  auto c = kernel_node(graph, word, 1000);
  MUST(cudaGraphAddDependencies(graph, &a, &c, &data, 1));
  SHOW(cudaGraphClone(&clone, graph));
  show_row("nodes, edges", {nodes_in(clone), edges_in(clone)});
  cudaGraphNode_t from[4], to[4];
  cudaGraphEdgeData edges[4] = {};
  std::size_t count = 4;
  MUST(cudaGraphGetEdges(clone, from, to, edges, &count));
  int programmatic = 0;
  for (std::size_t i = 0; i < count; ++i) programmatic += edges[i].type;
  show_value("programmatic edges", programmatic);

  std::printf("each on its own\n");
  KernelParams changed(word, 2);
  MUST(cudaGraphKernelNodeSetParams(a, changed));
  empty_node(graph);
  MUST(cudaGraphRemoveDependencies(graph, &b, &child, nullptr, 1));
  show_row("nodes, edges of the clone", {nodes_in(clone), edges_in(clone)});
  empty_node(clone);
  empty_node(clone);
  show_row("nodes, edges of the original", {nodes_in(graph), edges_in(graph)});
  cudaGraph_t body, cloned_body;
  MUST(cudaGraphNodeFindInClone(&in_clone, child, clone));
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphChildGraphNodeGetGraph(in_clone, &cloned_body));
  show_truth("the child graph is cloned too", body != cloned_body);
  kernel_node(body, word, 5000);
  show_value("nodes in the clone's child graph", nodes_in(cloned_body));
  SHOW(cudaGraphClone(&other, body));
  show_value("nodes in the clone of a child graph", nodes_in(other));
  SHOW(cudaGraphDestroy(other));
  SHOW(cudaGraphDestroy(graph));
  run_once(instantiate(clone));
  show_value("word", word.read()[0]);
  SHOW(cudaGraphDestroy(clone));

  std::printf("memory nodes\n");
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, with_memory, nullptr, 0, &memory));
  clone = nullptr;
  SHOW(cudaGraphClone(&clone, with_memory));
  show_truth("nothing written", clone == nullptr);
}
