// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecEventWaitNodeSetEvent: launches to come wait for another event; refused handles.
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
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, first));
  auto kernel = kernel_node(graph, word, 1, {wait});
  MUST(cudaGraphAddEventRecordNode(&record, graph, &kernel, 1, timeless));
  MUST(cudaGraphAddEventWaitNode(&foreign, other, nullptr, 0, first));
  auto exec = instantiate(graph);
  cudaEvent_t none = nullptr;
  SHOW(cudaGraphExecEventWaitNodeSetEvent(nullptr, wait, second));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, nullptr, second));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, foreign, second));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, record, second));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, kernel, second));
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, wait, none));
  std::printf("which event is waited for\n");
  cudaStream_t stream, busy;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
  run_once(exec);
  cudaGetLastError();  // a gate looks at it
  {
    MUST(cudaDeviceSynchronize());
    Gate gate(busy);
    MUST(cudaEventRecord(first, busy));
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaStreamQuery(stream));
  }
  MUST(cudaDeviceSynchronize());
  SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, wait, second));
  show_while_busy("the first is pending", busy, [&] {
    MUST(cudaEventRecord(first, busy));
    MUST(cudaGraphLaunch(exec, stream));
    return cudaStreamSynchronize(stream);
  });
  {
    MUST(cudaDeviceSynchronize());
    Gate gate(busy);
    MUST(cudaEventRecord(second, busy));
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, wait, first));
    SHOW(cudaStreamQuery(stream));
  }
  MUST(cudaDeviceSynchronize());
  cudaEvent_t got;
  MUST(cudaGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("the graph keeps its own", got == first);
  for (auto event : {timeless, shared}) {
    SHOW(cudaGraphExecEventWaitNodeSetEvent(exec, wait, event));
    run_once(exec);
  }
  show_value("word", word.read()[0]);
}
