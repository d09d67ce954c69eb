// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// Two executable graphs of one graph share its scratch memory on two streams.
// FIXED: one executable graph on two streams, whose launches wait for each other.
#include "case.h"

int main() {
  Streams<2> s;
  Device scratch(4096);
  cudaGraph_t graph;
  cudaGraphExec_t exec[2];
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(scratch, 1, 4096, s[0]);
  cudaStreamEndCapture(s[0], &graph);
  for (auto& each : exec) cudaGraphInstantiate(&each, graph, 0);
#if FIXED
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec[0], s[i]);
#else
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec[i], s[i]);
#endif
  const int code = finish();
  for (auto& each : exec) cudaGraphExecDestroy(each);
  cudaGraphDestroy(graph);
  return code;
}
