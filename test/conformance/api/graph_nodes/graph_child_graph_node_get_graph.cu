// SPDX-License-Identifier: Apache-2.0
// cudaGraphChildGraphNodeGetGraph: nodes and nulls that are refused; the graph belongs to the node and may be changed.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  auto inner = new_graph(), graph = new_graph();
  auto step = kernel_node(inner, word, 1);
  cudaGraphNode_t child, inside, found;
  cudaGraph_t got = nullptr, again = nullptr, of_clone = nullptr, clone;
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  SHOW(cudaGraphChildGraphNodeGetGraph(nullptr, &got));
  SHOW(cudaGraphChildGraphNodeGetGraph(child, nullptr));
  SHOW(cudaGraphChildGraphNodeGetGraph(empty_node(graph), &got));
  SHOW(cudaGraphChildGraphNodeGetGraph(kernel_node(graph, word, 0), &got));
  show_truth("untouched", got == nullptr);
  SHOW(cudaGraphChildGraphNodeGetGraph(child, &got));
  SHOW(cudaGraphChildGraphNodeGetGraph(child, &again));
  show_truth("always the same", got == again);
  show_truth("not the caller's", got != inner && got != graph);
  SHOW(cudaGraphDestroy(got));
  std::size_t count = 1;
  SHOW(cudaGraphGetNodes(got, &inside, &count));
  show_truth("one node, not the caller's", count == 1 && inside != step);
  SHOW(cudaGraphNodeFindInClone(&found, step, got));
  std::printf("changes\n");
  MUST(cudaGraphClone(&clone, graph));
  KernelParams changed(word, 20);
  SHOW(cudaGraphKernelNodeSetParams(inside, changed));
  kernel_node(got, word, 300);
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  run_once(instantiate(inner));
  show_value("after the caller's graph", word.read()[0]);
  cudaGraphNode_t cloned;
  MUST(cudaGraphNodeFindInClone(&cloned, child, clone));
  SHOW(cudaGraphChildGraphNodeGetGraph(cloned, &of_clone));
  SHOW(cudaGraphGetNodes(of_clone, nullptr, &count));
  show_truth("the clone has its own, as it was", of_clone != got && count == 1);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, got, 0));
}
