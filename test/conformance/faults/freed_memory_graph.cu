// SPDX-License-Identifier: Apache-2.0
// A kernel node whose memory was freed after the graph was instantiated.
#include "../graphs/nodes.h"
#include "fault.h"

int main() {
  int *p;
  MUST(cudaMalloc(&p, 64 << 20));
  auto graph = new_graph();
  kernel_node(graph, p, 1);
  auto exec = instantiate(graph);
  run_once(exec);
  MUST(cudaFree(p));
  SHOW(cudaGraphLaunch(exec, nullptr));
  show_aftermath();
}
