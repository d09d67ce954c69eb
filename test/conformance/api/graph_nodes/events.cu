// SPDX-License-Identifier: Apache-2.0
// Nodes that record events and wait for them.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../gate.h"
#include "../../graphs/nodes.h"

// cudaGraphAddEventRecordNode: what is refused; each launch records the event after what the node depends on.
CASE(graph_add_event_record_node) {
  prepare_gates();
  DeviceArray<int> word(1);
  int *seen;
  MUST(cudaHostAlloc(&seen, 4, 0));
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t start, stop, untimed;
  MUST(cudaEventCreate(&start));
  MUST(cudaEventCreate(&stop));
  MUST(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddEventRecordNode(node, graph, after, count, start);
  });
  auto graph = new_graph();
  cudaGraphNode_t node;
  SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr));
  show_value("nodes", node_count(graph));
  SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, start));
  auto work = kernel_node(graph, word, 7, {node});
  SHOW(cudaGraphAddEventRecordNode(&node, graph, &work, 1, stop));
  SHOW(cudaGraphAddEventRecordNode(&node, graph, &node, 1, untimed));
  auto exec = instantiate(graph);
  float ms = -1;
  SHOW(cudaEventElapsedTime(&ms, start, stop));
  show_last_error("of what was refused");
  for (int launch = 0; launch < 2; ++launch) {
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaEventQuery(stop));
    MUST(cudaStreamWaitEvent(other, stop, 0));
    MUST(cudaMemcpyAsync(seen, word, 4, cudaMemcpyDeviceToHost, other));
    gate.open();
    MUST(cudaStreamSynchronize(other));
    show_value("seen by a stream that waits for the event", *seen);
  }
  SHOW(cudaEventSynchronize(untimed));
  SHOW(cudaEventQuery(start));
  SHOW(cudaEventElapsedTime(&ms, start, stop));
  show_truth("not before the start", ms >= 0);
  SHOW(cudaEventElapsedTime(&ms, start, untimed));
}

// cudaGraphEventRecordNodeGetEvent: nodes and nulls that are refused; the event, also in a clone and captured.
CASE(graph_event_record_node_get_event) {
  MUST(cudaFree(nullptr));
  auto graph = new_graph();
  cudaEvent_t event, other, got = nullptr;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&other));
  cudaGraphNode_t record, wait, node;
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, other));
  SHOW(cudaGraphEventRecordNodeGetEvent(nullptr, &got));
  SHOW(cudaGraphEventRecordNodeGetEvent(record, nullptr));
  SHOW(cudaGraphEventRecordNodeGetEvent(wait, &got));
  SHOW(cudaGraphEventRecordNodeGetEvent(empty_node(graph), &got));
  show_truth("untouched", got == nullptr);
  SHOW(cudaGraphEventRecordNodeGetEvent(record, &got));
  show_truth("the event", got == event);
  std::printf("in a clone\n");
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&node, record, clone));
  MUST(cudaGraphEventRecordNodeSetEvent(record, other));
  SHOW(cudaGraphEventRecordNodeGetEvent(node, &got));
  show_truth("as it was when it was cloned", got == event);
  SHOW(cudaGraphEventRecordNodeGetEvent(record, &got));
  show_truth("as it is now", got == other);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphEventRecordNodeGetEvent(node, &got));
  show_truth("the event", got == event);
}

// cudaGraphEventRecordNodeSetEvent: what is refused and changes nothing; the next instantiation records the new event.
CASE(graph_event_record_node_set_event) {
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

// cudaGraphAddEventWaitNode: what is refused; a launch waits for the work of another stream that the event stands for.
CASE(graph_add_event_wait_node) {
  prepare_gates();
  DeviceArray<int> words(2);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t event, never;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&never));
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddEventWaitNode(node, graph, after, count, event);
  });
  auto graph = new_graph();
  cudaGraphNode_t wait, copy;
  SHOW(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, nullptr));
  show_value("nodes", node_count(graph));
  SHOW(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, &wait, 1, words + 1, words, 4, cudaMemcpyDeviceToDevice));
  auto exec = instantiate(graph);
  show_last_error("of what was refused");
  std::printf("an event that nobody has recorded\n");
  show_while_busy("launch and wait", other, [&] {
    MUST(cudaGraphLaunch(exec, stream));
    return cudaStreamSynchronize(stream);
  });
  std::printf("an event behind work\n");
  for (int launch = 0; launch < 2; ++launch) {
    show_while_busy("launch and wait", other, [&] {
      add_number<<<1, 1, 0, other>>>(words, 5);
      MUST(cudaEventRecord(event, other));
      MUST(cudaGraphLaunch(exec, stream));
      return cudaStreamSynchronize(stream);
    });
    show_row("words", words.read());
  }
  std::printf("what does not depend on the node does not wait\n");
  auto second = new_graph();
  kernel_node(second, words, 100);
  cudaEvent_t reached;
  MUST(cudaEventCreate(&reached));
  cudaGraphNode_t record;
  auto work = kernel_node(second, words, 1000);
  MUST(cudaGraphAddEventRecordNode(&record, second, &work, 1, reached));
  SHOW(cudaGraphAddEventWaitNode(&wait, second, &record, 1, never));
  exec = instantiate(second);
  show_while_busy("launch and wait", other, [&] {
    MUST(cudaGraphLaunch(exec, stream));
    return cudaStreamSynchronize(stream);
  });
  show_row("words", words.read());
}

// cudaGraphEventWaitNodeGetEvent: nodes and nulls that are refused; the event, also in a clone and captured.
CASE(graph_event_wait_node_get_event) {
  MUST(cudaFree(nullptr));
  auto graph = new_graph();
  cudaEvent_t event, other, got = nullptr;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&other));
  cudaGraphNode_t record, wait, node;
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, other));
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  SHOW(cudaGraphEventWaitNodeGetEvent(nullptr, &got));
  SHOW(cudaGraphEventWaitNodeGetEvent(wait, nullptr));
  SHOW(cudaGraphEventWaitNodeGetEvent(record, &got));
  SHOW(cudaGraphEventWaitNodeGetEvent(empty_node(graph), &got));
  show_truth("untouched", got == nullptr);
  SHOW(cudaGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("the event", got == event);
  std::printf("in a clone\n");
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&node, wait, clone));
  MUST(cudaGraphEventWaitNodeSetEvent(wait, other));
  SHOW(cudaGraphEventWaitNodeGetEvent(node, &got));
  show_truth("as it was when it was cloned", got == event);
  SHOW(cudaGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("as it is now", got == other);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaEventRecord(event, stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphEventWaitNodeGetEvent(node, &got));
  show_truth("the event", got == event);
}

// cudaGraphEventWaitNodeSetEvent: what is refused and changes nothing; the next instantiation waits for the new event.
CASE(graph_event_wait_node_set_event) {
  prepare_gates();
  cudaStream_t stream, busy;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
  auto graph = new_graph();
  cudaEvent_t first, second, got = nullptr;
  MUST(cudaEventCreate(&first));
  MUST(cudaEventCreate(&second));
  cudaGraphNode_t record, wait;
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, first));
  MUST(cudaGraphAddEventRecordNode(&record, new_graph(), nullptr, 0, first));
  SHOW(cudaGraphEventWaitNodeSetEvent(nullptr, second));
  SHOW(cudaGraphEventWaitNodeSetEvent(wait, nullptr));
  SHOW(cudaGraphEventWaitNodeSetEvent(record, second));
  SHOW(cudaGraphEventWaitNodeSetEvent(empty_node(graph), second));
  MUST(cudaGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("as before", got == first);
  auto before = instantiate(graph);
  SHOW(cudaGraphEventWaitNodeSetEvent(wait, second));
  MUST(cudaGraphEventWaitNodeGetEvent(wait, &got));
  show_truth("changed", got == second);
  auto after = instantiate(graph);
  show_last_error("of what was refused");
  auto launch = [&](const char *what, cudaGraphExec_t exec, cudaEvent_t event) {
    MUST(cudaEventRecord(first, stream));
    MUST(cudaEventRecord(second, stream));
    show_while_busy(what, busy, [&] {
      MUST(cudaEventRecord(event, busy));
      MUST(cudaGraphLaunch(exec, stream));
      return cudaStreamSynchronize(stream);
    });
  };
  launch("made before, the first event is behind work", before, first);
  launch("made before, the second event is behind work", before, second);
  launch("made after, the first event is behind work", after, first);
  launch("made after, the second event is behind work", after, second);
}
