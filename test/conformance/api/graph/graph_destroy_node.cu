// SPDX-License-Identifier: Apache-2.0
// cudaGraphDestroyNode: takes a node and its edges out of a graph, not out of what was made of the graph; which nodes
// stay.
#include "../../graphs/nodes.h"

static void show_counts(const char *what, cudaGraph_t graph) {
  std::size_t nodes = 77, edges = 77, roots = 77;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  MUST(cudaGraphGetRootNodes(graph, nullptr, &roots));
  std::printf("%s: %d nodes, %d edges, %d roots\n", what, int(nodes), int(edges), int(roots));
}

CASES() {
  DeviceArray<int> word(1);
  int calls = 0;
  auto graph = new_graph(), inner = new_graph(), with_memory = new_graph();
  SHOW(cudaGraphDestroyNode(nullptr));
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a}), c = kernel_node(graph, word, 100, {b});
  auto host = host_node(graph, count_call, &calls, {a, c});
  show_counts("before", graph);
  auto exec = instantiate(graph);
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphDestroyNode(b));
  show_counts("without the second", graph);
  std::size_t count = 77;
  SHOW(cudaGraphNodeGetDependencies(c, nullptr, nullptr, &count));
  show_value("dependencies of what came after", static_cast<long long>(count));
  show_counts("a clone", clone);
  run_once(exec);
  show_row("word, calls of an exec", {word.read()[0], calls});
  run_once(instantiate(graph));
  show_row("word, calls of a new exec", {word.read()[0], calls});
  for (auto node : {host, a, c}) SHOW(cudaGraphDestroyNode(node));
  show_counts("without any", graph);
  run_once(exec);
  show_row("word, calls of the first exec", {word.read()[0], calls});

  std::printf("child graphs\n");
  kernel_node(inner, word, 1000);
  cudaGraphNode_t child, inside;
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  count = 1;
  MUST(cudaGraphGetNodes(body, &inside, &count));
  SHOW(cudaGraphDestroyNode(inside));
  show_counts("inside", body);
  SHOW(cudaGraphDestroyNode(child));
  show_counts("outside", graph);
  show_counts("what it was made of", inner);

  std::printf("a graph with memory nodes\n");
  auto memory = alloc_params(1024);
  cudaGraphNode_t alloc, work, freed;
  auto before = empty_node(with_memory);
  SHOW(cudaGraphDestroyNode(before));
  before = empty_node(with_memory);
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, &before, 1, &memory));
  auto fill = memset_params(memory.dptr, 1, 1);
  MUST(cudaGraphAddMemsetNode(&work, with_memory, &alloc, 1, &fill));
  MUST(cudaGraphAddMemFreeNode(&freed, with_memory, &work, 1, memory.dptr));
  for (auto node : {freed, alloc, work, before}) SHOW(cudaGraphDestroyNode(node));
  show_counts("still", with_memory);

  std::printf("a conditional node\n");
  auto conditional = new_graph();
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, conditional, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&child, conditional, nullptr, nullptr, 0, &condition));
  inside = kernel_node(condition.conditional.phGraph_out[0], word, 1);
  SHOW(cudaGraphDestroyNode(inside));
  SHOW(cudaGraphDestroyNode(child));
  show_counts("outside", conditional);
}
