// SPDX-License-Identifier: Apache-2.0
// cudaGraphEventWaitNodeSetEvent: what is refused and changes nothing; the next instantiation waits for the new event.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
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
