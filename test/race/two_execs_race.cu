// SPDX-License-Identifier: Apache-2.0
// Two executable graphs of one graph share its scratch memory on two streams.
// expect: race/race
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
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec[i], s[i]);
  const int code = finish();
  for (auto& each : exec) cudaGraphExecDestroy(each);
  cudaGraphDestroy(graph);
  return code;
}
