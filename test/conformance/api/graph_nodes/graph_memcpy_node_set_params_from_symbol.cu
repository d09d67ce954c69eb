// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemcpyNodeSetParamsFromSymbol: what is refused and changes nothing; nodes that copied elsewhere before.
#include "../../graphs/nodes.h"

__device__ int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int constants[4] = {21, 22, 23, 24};
static int host_variable[8];

CASES() {
  DeviceArray<int> words(8), other(8);
  int pageable[8] = {};
  auto graph = new_graph();
  cudaGraphNode_t node, flat;
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, words, numbers, 8, 0, cudaMemcpyDeviceToDevice));
  const auto down = cudaMemcpyDeviceToHost, across = cudaMemcpyDeviceToDevice;
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(nullptr, words, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(empty_node(graph), words, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(kernel_node(graph, other, 0), words, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, nullptr, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, host_variable, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, nullptr, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 0, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 36, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 30, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 0, cudaMemcpyHostToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, pageable, numbers, 4, 0, across));
  run_once(instantiate(graph));
  show_row("words", words.read());
  std::printf("another range\n");
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words + 4, numbers, 12, 20, across));
  run_once(instantiate(graph));
  show_row("words", words.read());
  std::printf("another symbol, another kind\n");
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, pageable, constants, 8, 4, down));
  run_once(instantiate(graph));
  show_row("pageable", std::vector<int>(pageable, pageable + 8));
  std::printf("a node that copied between addresses\n");
  auto second = new_graph();
  MUST(cudaGraphAddMemcpyNode1D(&flat, second, nullptr, 0, words, other, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(flat, other, numbers, 8, 0, cudaMemcpyDefault));
  run_once(instantiate(second));
  show_row("other", other.read());
}
