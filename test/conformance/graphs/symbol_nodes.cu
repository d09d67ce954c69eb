// SPDX-License-Identifier: Apache-2.0
// Copies to and from symbols in graphs and executable graphs: arguments, changes. (Null parameters are in
// exec_set_params.)
#include "nodes.h"

__device__ int numbers[16];
__constant__ int constants[16];
static int host_variable[16];

__global__ void show_constants(int *out) { *out = constants[2] * 1000 + numbers[3]; }

int main() {
  DeviceArray<int> words(16);
  int *pinned;
  MUST(cudaHostAlloc(&pinned, 64, 0));
  for (int i = 0; i < 16; ++i) pinned[i] = 100 + i;
  auto graph = new_graph();
  auto empty = empty_node(graph);
  auto kernel = kernel_node(graph, words, 0);
  cudaGraphNode_t to, from, flat, bad;
  std::printf("add\n");
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, words, numbers, 64, 0, cudaMemcpyDeviceToDevice));
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, &from, 1, words, words + 8, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(nullptr, graph, nullptr, 0, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, nullptr, nullptr, 0, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, nullptr, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, host_variable, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, numbers, pinned, 64, 4, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, numbers, pinned, 0, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&bad, graph, nullptr, 0, numbers, nullptr, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, nullptr, numbers, 64, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, words, host_variable, 64, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, words, numbers, 64, 64, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&bad, graph, nullptr, 0, words, numbers, 64, 0, cudaMemcpyHostToDevice));
  std::printf("set\n");
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, constants, pinned, 32, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(flat, constants, pinned, 32, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(flat, words, words + 8, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(nullptr, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(empty, numbers, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, nullptr, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, host_variable, pinned, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 65, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, nullptr, 64, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 64, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words + 4, numbers, 16, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(nullptr, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(kernel, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, nullptr, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words, host_variable, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words, numbers, 16, 60, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, words, numbers, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(to, words, pinned, 16, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, numbers, pinned, 64, 0, cudaMemcpyDefault));
  std::printf("exec\n");
  auto exec = instantiate(graph);
  run_once(exec);
  show_row("words", words.read());
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned + 8, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, to, numbers, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, nullptr, numbers, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, kernel, numbers, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, host_variable, pinned, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned, 16, 60, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, words, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned, 0, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, numbers, pinned, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, from, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, nullptr, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, empty, words, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, nullptr, numbers, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, host_variable, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, numbers, 16, 64, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, pinned, numbers, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, constants, 16, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, words, numbers, 32, 0, cudaMemcpyDeviceToDevice));
  run_once(exec);
  show_row("words", words.read());
  show_constants<<<1, 1>>>(words);
  show_value("constants", words.read()[0]);
}
