// SPDX-License-Identifier: Apache-2.0
// cudaGraphEventRecordNodeSetEvent: what is refused and changes nothing; the next instantiation records the new event.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto graph = new_graph();
  cudaEvent_t first, second, got = nullptr;
  MUST(cudaEventCreate(&first));
  MUST(cudaEventCreate(&second));
  cudaGraphNode_t record, wait;
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, first));
  MUST(cudaGraphAddEventWaitNode(&wait, new_graph(), nullptr, 0, first));
  SHOW(cudaGraphEventRecordNodeSetEvent(nullptr, second));
  SHOW(cudaGraphEventRecordNodeSetEvent(record, nullptr));
  SHOW(cudaGraphEventRecordNodeSetEvent(wait, second));
  SHOW(cudaGraphEventRecordNodeSetEvent(empty_node(graph), second));
  MUST(cudaGraphEventRecordNodeGetEvent(record, &got));
  show_truth("as before", got == first);
  auto before = instantiate(graph);
  SHOW(cudaGraphEventRecordNodeSetEvent(record, second));
  MUST(cudaGraphEventRecordNodeGetEvent(record, &got));
  show_truth("changed", got == second);
  auto after = instantiate(graph);
  show_last_error("of what was refused");
  for (auto exec : {before, after}) {
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaEventQuery(first));
    SHOW(cudaEventQuery(second));
    gate.open();
    MUST(cudaStreamSynchronize(stream));
  }
  SHOW(cudaGraphEventRecordNodeSetEvent(record, second));
  SHOW(cudaEventQuery(second));
}
