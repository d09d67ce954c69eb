// SPDX-License-Identifier: Apache-2.0
// A copy node whose source was freed after the graph was instantiated.
#include "../graphs/nodes.h"
#include "fault.h"

int main() {
  int *p;
  MUST(cudaMalloc(&p, 64 << 20));
  auto graph = new_graph();
  DeviceArray<int> to(1 << 20);
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, p, 4 << 20, cudaMemcpyDeviceToDevice));
  auto exec = instantiate(graph);
  run_once(exec);
  MUST(cudaFree(p));
  SHOW(cudaGraphLaunch(exec, nullptr));
  show_aftermath();
}
