// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemcpyNodeFromSymbol: symbols, ranges and kinds that are refused; what is read, and when.
#include "../../api/graph_nodes/adding.h"

__device__ int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int constants[4] = {21, 22, 23, 24};
static int host_variable[8];

__global__ void change() { numbers[3] = 40; }

CASES() {
  DeviceArray<int> words(8);
  int pageable[8] = {};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemcpyNodeFromSymbol(node, graph, after, count, words, numbers, 32, 0, cudaMemcpyDeviceToDevice);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, last;
  auto add = [&](void *dst, const void *symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, dst, symbol, count, offset, kind);
  };
  const auto down = cudaMemcpyDeviceToHost, across = cudaMemcpyDeviceToDevice;
  SHOW(add(pageable, nullptr, 32, 0, down));
  SHOW(add(pageable, host_variable, 32, 0, down));
  SHOW(add(pageable, words, 32, 0, down));
  SHOW(add(nullptr, numbers, 32, 0, down));
  SHOW(add(pageable, numbers, 0, 0, down));
  SHOW(add(pageable, numbers, 33, 0, down));
  SHOW(add(pageable, numbers, 4, 32, down));
  SHOW(add(pageable, numbers, 4, 29, down));
  SHOW(add(pageable, numbers, 4, SIZE_MAX - 3, down));
  SHOW(add(pageable, numbers, 4, 0, cudaMemcpyHostToHost));
  SHOW(add(pageable, numbers, 4, 0, cudaMemcpyHostToDevice));
  SHOW(add(pageable, numbers, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(add(pageable, numbers, 4, 0, across));
  show_value("nodes", node_count(graph));
  std::printf("copies\n");
  graph = new_graph();
  SHOW(add(words, numbers, 32, 0, across));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&last, graph, &node, 1, words + 1, constants, 8, 4, across));
  SHOW(add(pageable + 2, numbers, 12, 8, cudaMemcpyDefault));
  auto exec = instantiate(graph);
  change<<<1, 1>>>();
  run_once(exec);
  show_row("words", words.read());
  show_row("pageable", std::vector<int>(pageable, pageable + 8));
}
