// SPDX-License-Identifier: Apache-2.0
// Event nodes, and graphs in several streams.
#include "../cases.h"
#include "../gate.h"
#include "nodes.h"

// Event nodes: arguments, and what an event recorded in a graph stands for.
CASE(event_node) {
  prepare_gates();
  DeviceArray<int> word(1);
  auto graph = new_graph();
  cudaEvent_t event, other;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreateWithFlags(&other, cudaEventDisableTiming));
  cudaGraphNode_t node, record, wait;
  SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddEventWaitNode(nullptr, graph, nullptr, 0, event));
  auto first = kernel_node(graph, word, 1);
  SHOW(cudaGraphAddEventRecordNode(&record, graph, &first, 1, event));
  SHOW(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, other));
  cudaEvent_t got;
  SHOW(cudaGraphEventRecordNodeGetEvent(record, &got));
  show_truth("same", got == event);
  SHOW(cudaGraphEventRecordNodeGetEvent(wait, &got));
  SHOW(cudaGraphEventRecordNodeGetEvent(record, nullptr));
  SHOW(cudaGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("same", got == other);
  SHOW(cudaGraphEventRecordNodeSetEvent(record, nullptr));
  SHOW(cudaGraphEventRecordNodeSetEvent(wait, event));
  SHOW(cudaGraphEventRecordNodeSetEvent(record, event));
  SHOW(cudaGraphEventWaitNodeSetEvent(wait, other));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  auto exec = instantiate(graph);
  run_once(exec);
  SHOW(cudaEventQuery(event));
  {
    cudaGetLastError();  // a gate looks at it
    Gate gate(s);
    MUST(cudaGraphLaunch(exec, s));
    SHOW(cudaEventQuery(event));
  }
  SHOW(cudaEventSynchronize(event));
  show_value("word", word.read()[0]);
  MUST(cudaStreamSynchronize(s));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, record, other));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, wait, other));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, record, nullptr));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, wait, event));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(nullptr, wait, event));
  {
    cudaGetLastError();  // a gate looks at it
    Gate gate(s);
    MUST(cudaGraphLaunch(exec, s));
    SHOW(cudaEventQuery(event));
    SHOW(cudaEventQuery(other));
  }
  MUST(cudaStreamSynchronize(s));
  SHOW(cudaEventQuery(other));
  float ms;
  SHOW(cudaEventElapsedTime(&ms, event, event));
}

__global__ void add(int *p, int n) { *p += n; }
__device__ int variable = 3;

// Event nodes, one executable graph in several streams, destruction while it runs, symbols, priorities.
CASE(events_and_streams) {
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
