// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeFindInClone: the node that was made of another; nodes and graphs that have nothing to do with each
// other.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a});
  auto empty = empty_node(graph, {b});
  auto deep = kernel_node(inner, word, 100);
  cudaGraphNode_t child, found = nullptr, again = nullptr;
  MUST(cudaGraphAddChildGraphNode(&child, graph, &empty, 1, inner));
  cudaGraph_t clone, second, of_clone, body, cloned_body;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphClone(&second, graph));
  SHOW(cudaGraphNodeFindInClone(nullptr, a, clone));
  SHOW(cudaGraphNodeFindInClone(&found, nullptr, clone));
  SHOW(cudaGraphNodeFindInClone(&found, a, nullptr));
  SHOW(cudaGraphNodeFindInClone(&found, a, graph));
  SHOW(cudaGraphNodeFindInClone(&found, deep, clone));
  show_truth("nothing written", found == nullptr);
  for (auto node : {a, b, empty, child}) {
    SHOW(cudaGraphNodeFindInClone(&found, node, clone));
    SHOW(cudaGraphNodeFindInClone(&again, node, second));
    cudaGraphNodeType type, found_type;
    MUST(cudaGraphNodeGetType(node, &type));
    MUST(cudaGraphNodeGetType(found, &found_type));
    show_truth("another node of the same kind", found != node && found != again && type == found_type);
  }
  MUST(cudaGraphNodeFindInClone(&found, b, clone));
  cudaGraphNode_t before;
  std::size_t count = 1;
  MUST(cudaGraphNodeGetDependencies(found, &before, nullptr, &count));
  MUST(cudaGraphNodeFindInClone(&again, a, clone));
  show_truth("edges lead between the nodes that are found", count == 1 && before == again);
  KernelParams changed(word, 7);
  MUST(cudaGraphKernelNodeSetParams(found, changed));
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(b, &got));
  show_value("the original's argument", *static_cast<int *>(got.kernelParams[1]));
  MUST(cudaGraphKernelNodeGetParams(found, &got));
  show_value("the found one's argument", *static_cast<int *>(got.kernelParams[1]));

  std::printf("clones of clones\n");
  MUST(cudaGraphClone(&of_clone, clone));
  SHOW(cudaGraphNodeFindInClone(&again, found, of_clone));
  SHOW(cudaGraphNodeFindInClone(&again, b, of_clone));
  SHOW(cudaGraphNodeFindInClone(&again, found, graph));
  std::printf("inside child graphs\n");
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphNodeFindInClone(&found, child, clone));
  MUST(cudaGraphChildGraphNodeGetGraph(found, &cloned_body));
  cudaGraphNode_t inside;
  count = 1;
  MUST(cudaGraphGetNodes(body, &inside, &count));
  SHOW(cudaGraphNodeFindInClone(&again, inside, clone));
  SHOW(cudaGraphNodeFindInClone(&again, inside, cloned_body));
  SHOW(cudaGraphNodeFindInClone(&again, deep, body));
  std::printf("changes after the clone was made\n");
  auto late = empty_node(graph);
  SHOW(cudaGraphNodeFindInClone(&again, late, clone));
  MUST(cudaGraphNodeFindInClone(&found, empty, clone));
  MUST(cudaGraphDestroyNode(found));
  SHOW(cudaGraphNodeFindInClone(&again, empty, clone));
  SHOW(cudaGraphNodeFindInClone(&again, empty, second));
}
