// SPDX-License-Identifier: Apache-2.0
// A memset node whose memory was freed after the graph was instantiated.
#include "../graphs/nodes.h"
#include "fault.h"

int main() {
  int *p;
  MUST(cudaMalloc(&p, 64 << 20));
  auto graph = new_graph();
  auto fill = memset_params(p, 1, 1 << 20);
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  auto exec = instantiate(graph);
  run_once(exec);
  MUST(cudaFree(p));
  SHOW(cudaGraphLaunch(exec, nullptr));
  show_aftermath();
}
