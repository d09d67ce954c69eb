// SPDX-License-Identifier: Apache-2.0
// Other events and semaphores for the nodes of an executable graph.
#include "../../cases.h"
#include "../../gate.h"
#include "../../graphs/nodes.h"
#include "../../external/semaphore.h"

// cudaGraphExecEventRecordNodeSetEvent: another event is recorded by launches to come; refused handles.
CASE(graph_exec_event_record_node_set_event) {
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

// cudaGraphExecEventWaitNodeSetEvent: launches to come wait for another event; refused handles.
CASE(graph_exec_event_wait_node_set_event) {
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

// cudaGraphExecExternalSemaphoresSignalNodeSetParams: other semaphores for launches to come, as many as there were;
// refused handles. (Null arrays make hardware crash.)
CASE(graph_exec_external_semaphores_signal_node_set_params) {
  MUST(cudaFree(nullptr));
  // Each launch signals as often as it waits.
  cudaExternalSemaphore_t first[] = {new_semaphore(), new_semaphore()}, second[] = {first[1], first[0]};
  cudaExternalSemaphoreSignalParams signals[2] = {};
  cudaExternalSemaphoreWaitParams waits[2] = {};
  const cudaExternalSemaphoreSignalNodeParams signal = {first, signals, 2};
  const cudaExternalSemaphoreWaitNodeParams wait = {first, waits, 2};
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t signaller, waiter, foreign;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&signaller, graph, nullptr, 0, &signal));
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&waiter, graph, &signaller, 1, &wait));
  auto empty = empty_node(graph, {waiter});
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&foreign, other, nullptr, 0, &signal));
  auto exec = instantiate(graph);
  run_once(exec);
  auto changed = signal;
  changed.extSemArray = second;
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(nullptr, signaller, &changed));
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, nullptr, &changed));
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, foreign, &changed));
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, waiter, &changed));
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, &changed));
  changed.numExtSems = 1;
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signaller, &changed));
  run_once(exec);
  std::printf("changes\n");
  changed.numExtSems = 2;
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signaller, &changed));
  run_once(exec);
  SHOW(cudaStreamQuery(nullptr));
  cudaExternalSemaphoreSignalNodeParams got = {};
  MUST(cudaGraphExternalSemaphoresSignalNodeGetParams(signaller, &got));
  show_truth("the graph keeps its own", got.numExtSems == 2 && got.extSemArray[0] == first[0]);
  run_once(instantiate(graph));
  SHOW(cudaStreamQuery(nullptr));
}

// cudaGraphExecExternalSemaphoresWaitNodeSetParams: other semaphores for launches to come, as many as there were;
// refused handles. (Null arrays make hardware crash.)
CASE(graph_exec_external_semaphores_wait_node_set_params) {
  MUST(cudaFree(nullptr));
  // Each launch signals as often as it waits.
  cudaExternalSemaphore_t first[] = {new_semaphore(), new_semaphore()}, second[] = {first[1], first[0]};
  cudaExternalSemaphoreSignalParams signals[2] = {};
  cudaExternalSemaphoreWaitParams waits[2] = {};
  const cudaExternalSemaphoreSignalNodeParams signal = {first, signals, 2};
  const cudaExternalSemaphoreWaitNodeParams wait = {first, waits, 2};
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t signaller, waiter, foreign;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&signaller, graph, nullptr, 0, &signal));
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&waiter, graph, &signaller, 1, &wait));
  auto empty = empty_node(graph, {waiter});
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&foreign, other, nullptr, 0, &wait));
  auto exec = instantiate(graph);
  run_once(exec);
  auto changed = wait;
  changed.extSemArray = second;
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(nullptr, waiter, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, nullptr, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, foreign, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, signaller, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, &changed));
  changed.numExtSems = 1;
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiter, &changed));
  run_once(exec);
  std::printf("changes\n");
  changed.numExtSems = 2;
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiter, &changed));
  run_once(exec);
  SHOW(cudaStreamQuery(nullptr));
  cudaExternalSemaphoreWaitNodeParams got = {};
  MUST(cudaGraphExternalSemaphoresWaitNodeGetParams(waiter, &got));
  show_truth("the graph keeps its own", got.numExtSems == 2 && got.extSemArray[0] == first[0]);
  run_once(instantiate(graph));
  SHOW(cudaStreamQuery(nullptr));
}
