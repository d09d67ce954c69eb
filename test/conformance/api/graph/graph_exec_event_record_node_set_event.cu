// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecEventRecordNodeSetEvent: another event is recorded by launches to come; refused handles.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  cudaEvent_t first, second, timeless, shared;
  MUST(cudaEventCreate(&first));
  MUST(cudaEventCreate(&second));
  MUST(cudaEventCreateWithFlags(&timeless, cudaEventDisableTiming));
  MUST(cudaEventCreateWithFlags(&shared, cudaEventDisableTiming | cudaEventInterprocess));
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t record, wait, foreign;
  auto kernel = kernel_node(graph, word, 1);
  MUST(cudaGraphAddEventRecordNode(&record, graph, &kernel, 1, first));
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, timeless));
  MUST(cudaGraphAddEventRecordNode(&foreign, other, nullptr, 0, first));
  auto exec = instantiate(graph);
  cudaEvent_t none = nullptr;
  SHOW(cudaGraphExecEventRecordNodeSetEvent(nullptr, record, second));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, nullptr, second));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, foreign, second));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, wait, second));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, kernel, second));
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, record, none));
  std::printf("which event is recorded\n");
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGetLastError();  // a gate looks at it
  auto show_pending = [&](const char *what, bool change) {
    MUST(cudaDeviceSynchronize());
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    if (change) SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, record, second));
    std::printf("%s: first %s, second %s\n", what, name_of(cudaEventQuery(first)), name_of(cudaEventQuery(second)));
  };
  show_pending("before the change", false);
  SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, record, first));
  show_pending("the same event", false);
  show_pending("changed behind the launch", true);
  show_pending("after the change", false);
  MUST(cudaDeviceSynchronize());
  float time;
  SHOW(cudaEventQuery(second));
  SHOW(cudaEventElapsedTime(&time, first, second));
  cudaEvent_t got;
  MUST(cudaGraphEventRecordNodeGetEvent(record, &got));
  show_truth("the graph keeps its own", got == first);
  for (auto event : {timeless, shared}) {
    SHOW(cudaGraphExecEventRecordNodeSetEvent(exec, record, event));
    run_once(exec);
    SHOW(cudaEventQuery(event));
  }
  SHOW(cudaEventElapsedTime(&time, first, timeless));
}
