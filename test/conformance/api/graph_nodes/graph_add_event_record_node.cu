// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddEventRecordNode: what is refused; each launch records the event after what the node depends on.
#include "../../api/graph_nodes/adding.h"
#include "../../gate.h"

CASES() {
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
