// SPDX-License-Identifier: Apache-2.0
// Event nodes, one executable graph in several streams, destruction while it runs, symbols, priorities.
#include "../gate.h"

__global__ void add(int *p, int n) { *p += n; }
__device__ int variable = 3;

int main() {
  prepare_gates();
  DeviceArray<int> word(1);
  int *p = word, one = 1;
  add<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t started, go;
  MUST(cudaEventCreate(&started));
  MUST(cudaEventCreate(&go));
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t w, k, r, from, to;
  SHOW(cudaGraphAddEventWaitNode(&w, graph, nullptr, 0, go));
  void *args[] = {&p, &one};
  cudaKernelNodeParams params = {};
  params.func = (void *)add;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  SHOW(cudaGraphAddKernelNode(&k, graph, &w, 1, &params));
  SHOW(cudaGraphAddEventRecordNode(&r, graph, &k, 1, started));
  int *host;
  MUST(cudaHostAlloc(&host, 8, 0));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &k, 1, host, variable, 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, graph, &from, 1, variable, p, 4, 0, cudaMemcpyDeviceToDevice));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphUpload(exec, a));
  SHOW(cudaStreamSynchronize(a));
  {
    cudaGetLastError();  // a gate looks at it
    Gate gate(b);
    MUST(cudaEventRecord(go, b));
    SHOW(cudaGraphLaunch(exec, a));
    SHOW(cudaStreamQuery(a));
  }
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaEventQuery(started));
  show_row("symbol before, word", {host[0], word.read()[0]});
  SHOW(cudaGraphLaunch(exec, b));
  SHOW(cudaDeviceSynchronize());
  show_row("symbol before, word", {host[0], word.read()[0]});
  {
    cudaGetLastError();  // a gate looks at it
    Gate gate(a);
    SHOW(cudaGraphLaunch(exec, a));
    SHOW(cudaGraphLaunch(exec, b));
    SHOW(cudaStreamQuery(b));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("symbol before, word", {host[0], word.read()[0]});
  std::thread opener;
  {
    cudaGetLastError();  // a gate looks at it
    Gate gate(a);
    SHOW(cudaGraphLaunch(exec, a));
    // Destruction may wait or return at once; the gate opens by itself.
    opener = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      gate.open();
    });
    SHOW(cudaGraphExecDestroy(exec));
    opener.join();
  }
  SHOW(cudaDeviceSynchronize());
  show_row("symbol before, word", {host[0], word.read()[0]});
}
