// SPDX-License-Identifier: Apache-2.0
// cudaGraphConditionalHandleCreate: what is refused; the default at each launch; a handle belongs to one node of its
// graph.
#include "../../graphs/nodes.h"

__global__ void clear(cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, 0); }

static cudaGraphNodeParams if_params(cudaGraphConditionalHandle handle) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  return params;
}

CASES() {
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
