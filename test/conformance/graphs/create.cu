// SPDX-License-Identifier: Apache-2.0
// cudaGraphCreate, Destroy, Clone, NodeFindInClone, DestroyNode, NodeGetType: arguments.
#include "nodes.h"

int main() {
  cudaGraph_t graph = nullptr, clone, inner;
  SHOW(cudaGraphCreate(nullptr, 0));
  SHOW(cudaGraphCreate(&graph, 2));
  SHOW(cudaGraphCreate(&graph, 0));
  auto a = empty_node(graph);
  auto b = empty_node(graph, {a});
  SHOW(cudaGraphClone(nullptr, graph));
  SHOW(cudaGraphClone(&clone, nullptr));
  SHOW(cudaGraphClone(&clone, graph));
  cudaGraphNode_t found;
  SHOW(cudaGraphNodeFindInClone(nullptr, a, clone));
  SHOW(cudaGraphNodeFindInClone(&found, nullptr, clone));
  SHOW(cudaGraphNodeFindInClone(&found, a, nullptr));
  SHOW(cudaGraphNodeFindInClone(&found, a, graph));
  SHOW(cudaGraphNodeFindInClone(&found, b, clone));
  cudaGraph_t second;
  SHOW(cudaGraphClone(&second, clone));
  cudaGraphNode_t again;
  SHOW(cudaGraphNodeFindInClone(&again, a, second));
  SHOW(cudaGraphNodeFindInClone(&again, found, second));
  std::size_t n = 0;
  SHOW(cudaGraphNodeGetDependencies(again, nullptr, nullptr, &n));
  show_value("dependencies in the clone of the clone", static_cast<long long>(n));
  SHOW(cudaGraphDestroyNode(found));
  SHOW(cudaGraphNodeFindInClone(&again, b, clone));
  SHOW(cudaGraphDestroyNode(b));
  SHOW(cudaGraphDestroyNode(nullptr));
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(a, nullptr));
  SHOW(cudaGraphNodeGetType(a, &type));
  show_value("type", type);
  auto outer = new_graph();
  cudaGraphNode_t child;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  MUST(cudaGraphChildGraphNodeGetGraph(child, &inner));
  SHOW(cudaGraphDestroy(inner));
  std::size_t nodes = 0;
  SHOW(cudaGraphGetNodes(inner, nullptr, &nodes));
  show_value("nodes of the child", static_cast<long long>(nodes));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, inner, 0));
  SHOW(cudaGraphDestroy(outer));
  SHOW(cudaGraphDestroy(clone));
  SHOW(cudaGraphDestroy(second));
  SHOW(cudaGraphDestroy(graph));
}
