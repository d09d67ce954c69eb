// SPDX-License-Identifier: Apache-2.0
// Captured graphs.
#include "cases.h"

// expect: race/race
// says: graphs.cu:22 in case_capture_join_race() (cudaMemsetAsync)
// says: graphs.cu:29 in case_capture_join_race() (cudaMemcpyAsync)
// says: captured at
// A capture whose streams join through the wrong event: a race in each replay.
// FIXED: they join through the right event.
CASE(capture_join_race) {
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

// expect: race/race
// Two executable graphs of one graph share its scratch memory on two streams.
// FIXED: one executable graph on two streams, whose launches wait for each other.
CASE(two_execs_race) {
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

static void nothing(void*) {}

__global__ void read_all(const char* from, char* to) { to[threadIdx.x] = from[threadIdx.x]; }

// expect: race/race
// says: (cudaMemsetAsync)
// A graph with a host function, which could tell the program only what is before it, and only once it has begun: what the
// program enqueues at once is not ordered behind the graph's kernel.
// FIXED: the other stream waits for the graph.
CASE(graph_with_host_function_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  Event launched;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
  cudaLaunchHostFunc(s[0], nothing, nullptr);
  read_all<<<1, 64, 0, s[0]>>>(x, y);
  cudaLaunchHostFunc(s[0], nothing, nullptr);
  cudaStreamEndCapture(s[0], &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  // On a busy machine the program may be late for one of them.
  for (int i = 0; i < 8; ++i) {
    cudaGraphLaunch(exec, s[0]);
#if FIXED
    cudaEventRecord(launched, s[0]);
    cudaStreamWaitEvent(s[1], launched);
#endif
    cudaMemsetAsync(x, 1, 4096, s[1]);
    cudaDeviceSynchronize();
  }
  const int code = finish();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return code;
}
