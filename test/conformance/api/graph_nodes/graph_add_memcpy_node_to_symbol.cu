// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemcpyNodeToSymbol: symbols, ranges and kinds that are refused; what reaches the variable.
#include "../../api/graph_nodes/adding.h"

__device__ int numbers[8];
__constant__ int constants[4];
static int host_variable[8];

__global__ void read_all(int *out) {
  for (int i = 0; i < 8; ++i) out[i] = numbers[i];
  for (int i = 0; i < 4; ++i) out[8 + i] = constants[i];
}

CASES() {
  DeviceArray<int> words(std::vector<int>{11, 12, 13, 14, 15, 16, 17, 18, 0, 0, 0, 0});
  int pageable[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemcpyNodeToSymbol(node, graph, after, count, numbers, pageable, 32, 0, cudaMemcpyHostToDevice);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, last;
  auto add = [&](const void *symbol, const void *src, std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, symbol, src, count, offset, kind);
  };
  const auto up = cudaMemcpyHostToDevice, across = cudaMemcpyDeviceToDevice;
  SHOW(add(nullptr, pageable, 32, 0, up));
  SHOW(add(host_variable, pageable, 32, 0, up));
  SHOW(add(words, pageable, 32, 0, up));
  SHOW(add(numbers, nullptr, 32, 0, up));
  SHOW(add(numbers, pageable, 0, 0, up));
  SHOW(add(numbers, pageable, 33, 0, up));
  SHOW(add(numbers, pageable, 4, 32, up));
  SHOW(add(numbers, pageable, 4, 29, up));
  SHOW(add(numbers, pageable, 4, SIZE_MAX - 3, up));
  SHOW(add(numbers, pageable, 4, 0, cudaMemcpyHostToHost));
  SHOW(add(numbers, pageable, 4, 0, cudaMemcpyDeviceToHost));
  SHOW(add(numbers, pageable, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(add(numbers, pageable, 4, 0, across));
  show_value("nodes", node_count(graph));
  std::printf("copies\n");
  graph = new_graph();
  SHOW(add(numbers, pageable, 32, 0, up));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&last, graph, &node, 1, numbers, words, 8, 12, across));
  SHOW(add(constants, pageable, 8, 4, cudaMemcpyDefault));
  auto exec = instantiate(graph);
  for (int &number : pageable) number *= 10;
  run_once(exec);
  read_all<<<1, 1>>>(words);
  show_row("variables", words.read());
}
