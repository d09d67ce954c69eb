// SPDX-License-Identifier: Apache-2.0
// Graphs in graphs, and copies of graphs.
#include "../cases.h"
#include "nodes.h"

// Child graph nodes: arguments, copies, ownership, what may be inside.
CASE(child_node) {
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

__global__ void add(int *p, int n) { atomicAdd(p, n); }
static int destroyed = 0;
void destroy(void *) { ++destroyed; }

// Graphs in graphs, copies of graphs, user objects.
CASE(children_and_clones) {
  DeviceArray<int> word(1);
  int *p = word, one = 1;
  void *args[] = {&p, &one};
  cudaKernelNodeParams params = {};
  params.func = (void *)add;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraph_t inner, outer, clone, got;
  cudaGraphNode_t k, c1, c2, found;
  MUST(cudaGraphCreate(&inner, 0));
  MUST(cudaGraphCreate(&outer, 0));
  MUST(cudaGraphAddKernelNode(&k, inner, nullptr, 0, &params));
  SHOW(cudaGraphAddChildGraphNode(&c1, outer, nullptr, 0, inner));
  int ten = 10;
  void *more[] = {&p, &ten};
  params.kernelParams = more;
  SHOW(cudaGraphKernelNodeSetParams(k, &params));
  SHOW(cudaGraphAddChildGraphNode(&c2, outer, &c1, 1, inner));
  SHOW(cudaGraphChildGraphNodeGetGraph(c2, &got));
  show_truth("the child is a copy", got != inner);
  SHOW(cudaGraphClone(&clone, outer));
  SHOW(cudaGraphNodeFindInClone(&found, c2, clone));
  show_truth("found another node", found != c2);
  SHOW(cudaGraphNodeFindInClone(&found, k, clone));
  SHOW(cudaGraphDestroy(inner));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, outer, 0));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaStreamSynchronize(0));
  show_value("word", word.read()[0]);
  cudaUserObject_t object;
  static int dummy;
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&dummy), destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaGraphRetainUserObject(outer, object, 1, cudaGraphUserObjectMove));
  cudaGraphExec_t holding;
  SHOW(cudaGraphInstantiate(&holding, outer, 0));
  SHOW(cudaGraphDestroy(outer));
  show_value("destroyed while an exec holds it", destroyed);
  SHOW(cudaGraphExecDestroy(holding));
  SHOW(cudaDeviceSynchronize());
  for (int i = 0; i < 200 && destroyed == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&dummy), destroy, 1, 0));
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&dummy), destroy, 0, cudaUserObjectNoDestructorSync));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphDestroy(clone));
}

// cudaGraphCreate, Destroy, Clone, NodeFindInClone, DestroyNode, NodeGetType: arguments.
CASE(create) {
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
