// SPDX-License-Identifier: Apache-2.0
// cudaGraphEventWaitNodeGetEvent: nodes and nulls that are refused; the event, also in a clone and captured.
#include "../../graphs/nodes.h"

CASES() {
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
