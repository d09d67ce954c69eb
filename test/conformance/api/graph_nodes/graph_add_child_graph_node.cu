// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddChildGraphNode: what cannot be a child; the child is a copy and is done before what comes after.
// (A graph as its own child makes hardware crash.)
#include "../../api/graph_nodes/adding.h"

__global__ void times_ten(int *p) { *p *= 10; }

CASES() {
  DeviceArray<int> word(1);
  int *p = word;
  auto inner = new_graph();
  auto step = kernel_node(inner, p, 1);
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddChildGraphNode(node, graph, after, count, inner);
  });
  auto graph = new_graph();
  cudaGraphNode_t child, node;
  SHOW(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, nullptr));
  std::printf("a child of two steps, then more\n");
  kernel_node(inner, p, 2, {step});
  SHOW(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  void *args[] = {&p};
  cudaKernelNodeParams params = {(void *)times_ten, 1, 1, 0, args, nullptr};
  MUST(cudaGraphAddKernelNode(&node, graph, &child, 1, &params));
  SHOW(cudaGraphAddChildGraphNode(&child, graph, &node, 1, inner));
  show_value("nodes", node_count(graph));
  KernelParams changed(p, 500);
  MUST(cudaGraphKernelNodeSetParams(step, changed));
  kernel_node(inner, p, 1000);
  SHOW(cudaGraphDestroy(inner));
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  std::printf("a child within a child\n");
  auto outer = new_graph();
  SHOW(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  MUST(cudaMemset(p, 0, 4));
  run_once(instantiate(outer));
  show_value("word", word.read()[0]);
  std::printf("an empty child\n");
  SHOW(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, new_graph()));
  run_once(instantiate(outer));
  std::printf("graphs that allocate or decide\n");
  auto allocates = new_graph(), decides = new_graph();
  cudaMemAllocNodeParams alloc = {};
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.bytesize = 64;
  MUST(cudaGraphAddMemAllocNode(&node, allocates, nullptr, 0, &alloc));
  SHOW(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, allocates));
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, decides, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams conditional = {};
  conditional.type = cudaGraphNodeTypeConditional;
  conditional.conditional.handle = handle;
  conditional.conditional.type = cudaGraphCondTypeIf;
  conditional.conditional.size = 1;
  MUST(cudaGraphAddNode(&node, decides, nullptr, nullptr, 0, &conditional));
  SHOW(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, decides));
  show_value("nodes", node_count(outer));
}
