// SPDX-License-Identifier: Apache-2.0
// Nodes that hold graphs.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

__global__ void times_ten(int *p) { *p *= 10; }

// cudaGraphAddChildGraphNode: what cannot be a child; the child is a copy and is done before what comes after.
// (A graph as its own child makes hardware crash.)
CASE(graph_add_child_graph_node) {
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

// cudaGraphChildGraphNodeGetGraph: nodes and nulls that are refused; the graph belongs to the node and may be changed.
CASE(graph_child_graph_node_get_graph) {
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

__global__ void clear(cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, 0); }

static cudaGraphNodeParams if_params(cudaGraphConditionalHandle handle) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  return params;
}

// cudaGraphConditionalHandleCreate: what is refused; the default at each launch; a handle belongs to one node of its
// graph.
CASE(graph_conditional_handle_create) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  cudaGraphConditionalHandle handle = 77, second = 77, foreign;
  SHOW(cudaGraphConditionalHandleCreate(nullptr, graph, 0, 0));
  SHOW(cudaGraphConditionalHandleCreate(&handle, nullptr, 0, 0));
  for (unsigned flags : {2u, 3u, 0x80000000u}) SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, flags));
  show_truth("untouched", handle == 77);
  SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  SHOW(cudaGraphConditionalHandleCreate(&second, graph, 0, cudaGraphCondAssignDefault));
  SHOW(cudaGraphConditionalHandleCreate(&foreign, other, 1, 0));
  show_truth("two of one graph differ", handle != second);
  cudaGraphExec_t exec;
  std::printf("without a node\n");
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  std::printf("with nodes\n");
  cudaGraphNode_t first, node;
  auto params = if_params(handle);
  SHOW(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &params));
  auto body = params.conditional.phGraph_out[0];
  kernel_node(body, word, 1);
  params = if_params(second);
  SHOW(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &params));
  kernel_node(params.conditional.phGraph_out[0], word, 10);
  void *args[] = {&handle};
  cudaKernelNodeParams clears = {(void *)clear, 1, 1, 0, args, nullptr};
  MUST(cudaGraphAddKernelNode(&node, graph, &node, 1, &clears));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int launch = 0; launch < 3; ++launch) run_once(exec);
  show_value("word", word.read()[0]);
  std::printf("in the body of a node\n");
  SHOW(cudaGraphConditionalHandleCreate(&second, body, 1, cudaGraphCondAssignDefault));
}
