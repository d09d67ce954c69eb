// SPDX-License-Identifier: Apache-2.0
// Event nodes: arguments, and what an event recorded in a graph stands for.
#include "../gate.h"
#include "nodes.h"

int main() {
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
