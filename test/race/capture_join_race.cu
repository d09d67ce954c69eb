// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A capture whose streams join through the wrong event: a race in each replay.
// FIXED: they join through the right event.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event fork, early, late;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s[0]);
  cudaStreamWaitEvent(s[1], fork);
  cudaMemsetAsync(y, 0, 4096, s[1]);
  cudaEventRecord(early, s[1]);
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaEventRecord(late, s[1]);
#if FIXED
  cudaStreamWaitEvent(s[0], late);
#else
  cudaStreamWaitEvent(s[0], early);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[0]);
  cudaStreamWaitEvent(s[0], late);
  cudaStreamEndCapture(s[0], &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, s[0]);
  const int code = finish();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return code;
}
