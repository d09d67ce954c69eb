// SPDX-License-Identifier: Apache-2.0
// Nodes that fault.
#include "../cases.h"
#include "../graphs/nodes.h"
#include "fault.h"

// A kernel node whose memory was freed after the graph was instantiated.
CASE(freed_memory_graph) {
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

// A copy node whose source was freed after the graph was instantiated.
CASE(freed_memory_graph_copy) {
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

// A memset node whose memory was freed after the graph was instantiated.
CASE(freed_memory_graph_fill) {
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

__global__ void count(int *counts, int number, int **target) {
  counts[number] += 1;
  if (number == 20) *target[0] = 1;
}

// A chain of short kernels in a graph that has run many times: one of them faults, and nothing behind it runs.
CASE(graph_of_short_kernels) {
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
