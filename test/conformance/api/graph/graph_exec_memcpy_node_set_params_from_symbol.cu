// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemcpyNodeSetParamsFromSymbol: other places, lengths and symbols of a copy from a symbol; what is
// refused.
#include "../../graphs/copy_changes.h"

__device__ int numbers[16];
__device__ int others[16];
__constant__ int constants[16];
static int host_variable[16];
__global__ void number_them() {
  for (int i = 0; i < 16; ++i) numbers[i] = 1000 + i, others[i] = 2000 + i;
}

CASES() {
  CopyPlaces p;
  number_them<<<1, 1>>>();
  std::vector<int> values(16);
  for (int i = 0; i < 16; ++i) values[i] = 3000 + i;
  MUST(cudaMemcpyToSymbol(constants, values.data(), 64));
  const auto out = cudaMemcpyDeviceToHost, within = cudaMemcpyDeviceToDevice;
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t node, inner, flat, several, foreign;
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, p.pinned_to, numbers, 16, 0, out));
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&inner, graph, nullptr, 0, p.device_to, numbers, 8, 32, within));
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, p.device_to + 16, p.device_from, 16, within));
  const CopyParams rows = copy_of(p.device_to + 32, p.device_from, 16, 3, 1, within);
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&foreign, other, nullptr, 0, p.pinned_to, numbers, 16, 0, out));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, node, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, nullptr, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, foreign, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, empty, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, several, p.device_to, numbers, 16, 0, within));
  std::printf("refused parameters\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, host_variable, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, nullptr, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, nullptr, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 0, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 65, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 52, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 4, 64, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.device_to, numbers, 16, 0, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 0, cudaMemcpyDefault));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 0, cudaMemcpyKind(9)));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, inner, p.pageable_to, numbers, 16, 0, within));
  run_and_show(p, exec);
  std::printf("changes\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to + 7, numbers, 12, 4, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, inner, p.device_to + 1, others, 4, 60, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, flat, p.device_to + 16, constants, 64, 0, within));
  run_and_show(p, exec);
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pageable_to + 3, constants, 4, 60, out));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, inner, p.device_to, p.device_from, 16, within));
  run_and_show(p, exec);
  std::printf("the graph keeps its own\n");
  run_and_show(p, instantiate(graph));
}
