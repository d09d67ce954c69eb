// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// says: added at
// says: graph.cu:21 in main (cudaGraphAddMemsetNode)
// Two nodes of a graph touch the same memory, and no edge is between them.
#include "kind.h"

int main() {
  const Ints data;
  const Streams<1> streams;
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaMemsetParams fills = {};
  fills.dst = static_cast<int*>(data);
  fills.elementSize = 1;
  fills.width = kBytes;
  fills.height = 1;
  cudaGraphNode_t node = nullptr;
  for (int value = 1; value <= 2; ++value) {
    fills.value = value;
    cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fills);
  }
  cudaGraphExec_t executable = nullptr;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, streams[0]);
  const int result = finish();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return result;
}
