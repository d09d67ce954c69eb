// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemcpyNodeSetParamsToSymbol: what is refused and changes nothing; nodes that copied elsewhere before.
#include "../../graphs/nodes.h"

__device__ int numbers[8], others[8];
static int host_variable[8];

__global__ void read_all(int *out) {
  for (int i = 0; i < 8; ++i) out[i] = numbers[i] * 100 + others[i];
}

static void show_variables(cudaGraph_t graph, DeviceArray<int> &words) {
  run_once(instantiate(graph));
  read_all<<<1, 1>>>(words);
  show_row("variables", words.read());
}

CASES() {
  DeviceArray<int> words(8), more(std::vector<int>{21, 22, 23, 24, 25, 26, 27, 28});
  int pageable[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto graph = new_graph();
  cudaGraphNode_t node, flat;
  MUST(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, numbers, pageable, 8, 0, cudaMemcpyHostToDevice));
  const auto up = cudaMemcpyHostToDevice, across = cudaMemcpyDeviceToDevice;
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(nullptr, numbers, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(empty_node(graph), numbers, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(kernel_node(graph, words, 0), numbers, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, nullptr, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, host_variable, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, nullptr, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 0, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 36, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 30, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, cudaMemcpyHostToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, across));
  show_variables(graph, words);
  std::printf("another range\n");
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable + 4, 12, 20, up));
  show_variables(graph, words);
  std::printf("another symbol, another kind\n");
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, others, more, 16, 4, across));
  show_variables(graph, words);
  std::printf("a node that copied between addresses\n");
  auto second = new_graph();
  MUST(cudaGraphAddMemcpyNode1D(&flat, second, nullptr, 0, words, more, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(flat, numbers, more, 8, 0, cudaMemcpyDefault));
  show_variables(second, words);
}
