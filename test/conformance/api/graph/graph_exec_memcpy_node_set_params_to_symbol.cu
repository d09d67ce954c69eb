// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemcpyNodeSetParamsToSymbol: other places, lengths and symbols of a copy to a symbol; what is refused.
#include "../../graphs/copy_changes.h"

__device__ int numbers[16];
__device__ int others[16];
__constant__ int constants[16];
static int host_variable[16];
__global__ void number_them() {
  for (int i = 0; i < 16; ++i) numbers[i] = 1000 + i, others[i] = 2000 + i;
}

static void show_symbols() {
  std::vector<int> values(16);
  MUST(cudaMemcpyFromSymbol(values.data(), numbers, 64));
  show_row("numbers", values);
  MUST(cudaMemcpyFromSymbol(values.data(), others, 64));
  show_row("others", values);
  MUST(cudaMemcpyFromSymbol(values.data(), constants, 64));
  show_row("constants", values);
}

CASES() {
  CopyPlaces p;
  number_them<<<1, 1>>>();
  const auto in = cudaMemcpyHostToDevice, within = cudaMemcpyDeviceToDevice;
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t node, inner, flat, several, foreign;
  MUST(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, numbers, p.pinned_from, 16, 0, in));
  MUST(cudaGraphAddMemcpyNodeToSymbol(&inner, graph, nullptr, 0, numbers, p.device_from, 8, 32, within));
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, p.device_to, p.device_from, 16, within));
  const CopyParams rows = copy_of(p.device_to + 32, p.device_from, 16, 3, 1, within);
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNodeToSymbol(&foreign, other, nullptr, 0, numbers, p.pinned_from, 16, 0, in));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, node, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, nullptr, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, foreign, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, empty, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, several, numbers, p.device_from, 16, 0, within));
  std::printf("refused parameters\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_variable, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, nullptr, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, nullptr, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 0, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 65, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 52, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 4, 64, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.device_from, 16, 0, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 0, cudaMemcpyDefault));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 0, cudaMemcpyKind(9)));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, inner, numbers, p.pageable_from, 16, 0, within));
  run_once(exec);
  show_symbols();
  std::printf("changes\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from + 50, 12, 4, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, inner, others, p.device_from + 70, 4, 60, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, flat, constants, p.device_from + 90, 64, 0, within));
  run_once(exec);
  show_symbols();
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, constants, p.pageable_from + 30, 4, 60, in));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, inner, p.device_to, p.device_from, 16, within));
  run_once(exec);
  show_symbols();
  number_them<<<1, 1>>>();
  std::printf("the graph keeps its own\n");
  run_once(instantiate(graph));
  show_symbols();
}
