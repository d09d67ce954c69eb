// SPDX-License-Identifier: Apache-2.0
// A chain of short kernels in a graph that has run many times: one of them faults, and nothing behind it runs.
#include "fault.h"

__global__ void count(int *counts, int number, int **target) {
  counts[number] += 1;
  if (number == 20) *target[0] = 1;
}

int main() {
  int *counts, *mapped;
  MUST(cudaHostAlloc(&counts, 40 * sizeof(int), cudaHostAllocMapped));
  std::memset(counts, 0, 40 * sizeof(int));
  MUST(cudaHostGetDevicePointer(&mapped, counts, 0));
  int **target, *scratch;
  MUST(cudaMalloc(&scratch, sizeof(int)));
  MUST(cudaHostAlloc(&target, sizeof(int *), cudaHostAllocMapped));
  *target = scratch;
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 40; ++i) count<<<1, 1, 0, stream>>>(mapped, i, target);
  cudaGraph_t graph;
  MUST(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 30; ++i) MUST(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  std::printf("counts of the first and the last: %d %d\n", counts[0], counts[39]);
  *target = nullptr;
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  std::printf("counts of the first and the last: %d %d\n", counts[0], counts[39]);
  show_aftermath();
}
