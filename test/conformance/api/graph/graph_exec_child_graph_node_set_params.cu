// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecChildGraphNodeSetParams: the parameters of another graph of the same shape; graphs that differ.
#include "../../graphs/nodes.h"

static DeviceArray<int> *words;

static void run_and_show(cudaGraphExec_t exec) {
  MUST(cudaMemset(words->get(), 0, 16));
  run_once(exec);
  show_row("words", words->read());
}

static cudaGraph_t chain(int first, int second) {
  auto graph = new_graph();
  auto a = kernel_node(graph, *words, first);
  kernel_node(graph, words->get() + 1, second, {a});
  return graph;
}

CASES() {
  DeviceArray<int> memory(4);
  words = &memory;
  auto inner = chain(1, 10), graph = new_graph(), other = new_graph();
  cudaGraphNode_t child, foreign;
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  MUST(cudaGraphAddChildGraphNode(&foreign, other, nullptr, 0, inner));
  auto kernel = kernel_node(graph, memory + 2, 100, {child});
  auto exec = instantiate(graph);
  auto good = chain(2, 20);
  SHOW(cudaGraphExecChildGraphNodeSetParams(nullptr, child, good));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, nullptr, good));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, nullptr));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, foreign, good));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, kernel, good));
  run_and_show(exec);
  std::printf("graphs that differ\n");
  auto empty = new_graph(), fewer = new_graph(), more = chain(3, 30), unordered = new_graph(), kinds = new_graph();
  kernel_node(fewer, memory, 3);
  kernel_node(more, memory + 3, 3);
  kernel_node(unordered, memory, 3);
  kernel_node(unordered, memory + 1, 30);
  host_node(kinds, do_nothing, nullptr, {kernel_node(kinds, memory, 3)});
  for (auto graph_like : {empty, fewer, more, unordered, kinds})
    SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, graph_like));
  show_last_error("after graphs that differ");
  run_and_show(exec);
  std::printf("graphs of the same shape\n");
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, good));
  run_and_show(exec);
  SHOW(cudaGraphDestroy(good));
  run_and_show(exec);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, inner));
  run_and_show(exec);
  auto function = new_graph();
  KernelParams params(memory, 3, (void *)add_other);
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, function, nullptr, 0, params));
  kernel_node(function, memory + 1, 30, {node});
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, function));
  run_and_show(exec);
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, body));
  run_and_show(exec);
  cudaGraphNode_t inside[2];
  std::size_t count = 2;
  MUST(cudaGraphGetNodes(body, inside, &count));
  KernelParams changed(memory + 3, 7);
  MUST(cudaGraphKernelNodeSetParams(inside[1], changed));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, body));
  run_and_show(exec);

  std::printf("children of children\n");
  auto outer = new_graph(), middle = new_graph(), other_middle = new_graph(), shape = new_graph();
  MUST(cudaGraphAddChildGraphNode(&node, middle, nullptr, 0, chain(1, 2)));
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, middle));
  MUST(cudaGraphAddChildGraphNode(&node, other_middle, nullptr, 0, chain(3, 4)));
  MUST(cudaGraphAddChildGraphNode(&node, shape, nullptr, 0, fewer));
  exec = instantiate(outer);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, other_middle));
  run_and_show(exec);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, shape));
  run_and_show(exec);
}
