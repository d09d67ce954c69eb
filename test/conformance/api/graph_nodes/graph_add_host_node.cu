// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddHostNode: null functions; called once a launch, after what it depends on; CUDA calls within.
#include "../../api/graph_nodes/adding.h"

static int order[4], calls = 0;
static void note(void *number) { order[calls++ % 4] = *static_cast<int *>(number); }
static cudaError_t within[3];
static void call_cuda(void *) {
  void *memory;
  within[0] = cudaMalloc(&memory, 16);
  within[1] = cudaStreamQuery(nullptr);
  within[2] = cudaGetLastError();
}

CASES() {
  DeviceArray<int> word(1);
  int numbers[] = {1, 2, 3};
  cudaHostNodeParams good = {do_nothing, nullptr}, bad = {nullptr, numbers};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddHostNode(node, graph, after, count, &good);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, last;
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &bad));
  show_value("nodes", node_count(graph));
  cudaHostNodeParams params = {note, numbers};
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &params));
  params.userData = numbers + 2;
  SHOW(cudaGraphAddHostNode(&last, graph, &node, 1, &params));
  params.userData = numbers + 1;
  SHOW(cudaGraphAddHostNode(&last, graph, &last, 1, &params));
  params.userData = nullptr;
  auto exec = instantiate(graph);
  show_value("calls", calls);
  run_once(exec);
  show_row("order", {order[0], order[1], order[2]});
  run_once(exec);
  show_value("calls", calls);
  std::printf("calls from within\n");
  auto second = new_graph();
  auto first = kernel_node(second, word, 1);
  params = {call_cuda, nullptr};
  SHOW(cudaGraphAddHostNode(&node, second, &first, 1, &params));
  kernel_node(second, word, 10, {node});
  run_once(instantiate(second));
  for (cudaError_t error : within) show("within", error);
  show_value("word", word.read()[0]);
  show_last_error("outside");
}
