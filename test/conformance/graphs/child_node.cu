// SPDX-License-Identifier: Apache-2.0
// Child graph nodes: arguments, copies, ownership, what may be inside.
#include "nodes.h"

int main() {
  DeviceArray<int> word(1);
  auto inner = new_graph(), outer = new_graph(), moved = new_graph();
  kernel_node(inner, word, 1);
  kernel_node(moved, word, 100);
  cudaGraphNode_t node, child;
  SHOW(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, nullptr));
  SHOW(cudaGraphAddChildGraphNode(nullptr, outer, nullptr, 0, inner));
  SHOW(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
  // A graph as its own child makes hardware crash.
  cudaGraph_t got;
  SHOW(cudaGraphChildGraphNodeGetGraph(child, nullptr));
  SHOW(cudaGraphChildGraphNodeGetGraph(nullptr, &got));
  SHOW(cudaGraphChildGraphNodeGetGraph(child, &got));
  kernel_node(got, word, 10);
  run_once(instantiate(outer));
  show_value("word", word.read()[0]);
  cudaGraphNodeParams generic = {};
  generic.type = cudaGraphNodeTypeGraph;
  generic.graph.graph = moved;
  generic.graph.ownership = cudaGraphChildGraphOwnershipMove;
  SHOW(cudaGraphAddNode(&node, outer, nullptr, nullptr, 0, &generic));
  SHOW(cudaGraphAddNode(&node, inner, nullptr, nullptr, 0, &generic));
  std::size_t n = 0;
  SHOW(cudaGraphGetNodes(moved, nullptr, &n));
  show_value("nodes of what was moved", static_cast<long long>(n));
  SHOW(cudaGraphDestroy(moved));
  generic.graph.ownership = (cudaGraphChildGraphNodeOwnership)5;
  generic.graph.graph = inner;
  SHOW(cudaGraphAddNode(&node, outer, nullptr, nullptr, 0, &generic));
  run_once(instantiate(outer));
  show_value("word", word.read()[0]);
  std::printf("exec\n");
  auto exec = instantiate(outer);
  auto same = new_graph(), different = new_graph();
  kernel_node(same, word, 1000);
  kernel_node(same, word, 2000);
  kernel_node(different, word, 1);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, same));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, different));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, nullptr));
  SHOW(cudaGraphExecChildGraphNodeSetParams(nullptr, child, same));
  run_once(exec);
  show_value("word", word.read()[0]);
  cudaGraphNode_t inside;
  n = 1;
  MUST(cudaGraphGetNodes(got, &inside, &n));
  KernelParams params(word, 50000);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, inside, params));
  run_once(exec);
  show_value("word", word.read()[0]);
  SHOW(cudaGraphDestroyNode(inside));
  SHOW(cudaGraphGetNodes(got, nullptr, &n));
  show_value("nodes of the child", static_cast<long long>(n));
}
