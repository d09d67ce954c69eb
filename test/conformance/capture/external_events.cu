// SPDX-License-Identifier: Apache-2.0
// Events of the outside world in a graph: recorded when the graph runs, waited for when it runs.
#include "../gate.h"

__global__ void put(int *p, int v) { *p = v; }
__global__ void copy(int *to, const int *from) { *to = *from; }

int main() {
  prepare_gates();
  DeviceArray<int> words(4);
  put<<<1, 1>>>(words, 0);
  copy<<<1, 1>>>(words + 1, words);
  MUST(cudaDeviceSynchronize());
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t before, after, outside;
  for (auto *e : {&before, &after, &outside}) MUST(cudaEventCreate(e));
  SHOW(cudaEventRecordWithFlags(before, s, cudaEventRecordExternal));
  SHOW(cudaStreamWaitEvent(s, before, cudaEventWaitExternal));
  SHOW(cudaEventRecordWithFlags(before, s, 2));
  SHOW(cudaStreamWaitEvent(s, before, 2));
  show_last_error("after refused calls");

  MUST(cudaEventRecord(outside, other));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  SHOW(cudaEventRecordWithFlags(before, s, cudaEventRecordExternal));
  SHOW(cudaEventQuery(before));
  SHOW(cudaStreamWaitEvent(s, outside, cudaEventWaitExternal));
  copy<<<1, 1, 0, s>>>(words + 1, words);
  SHOW(cudaEventRecordWithFlags(after, s, cudaEventRecordExternal));
  SHOW(cudaStreamWaitEvent(other, after, 0));
  cudaStreamCaptureStatus status;
  MUST(cudaStreamIsCapturing(other, &status));
  show_value("status of the other stream", status);
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(s, &graph));
  std::size_t count = 8;
  cudaGraphNode_t nodes[8];
  SHOW(cudaGraphGetNodes(graph, nodes, &count));
  for (std::size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    cudaEvent_t event = nullptr;
    MUST(cudaGraphNodeGetType(nodes[i], &type));
    show_value("type", type);
    if (type == cudaGraphNodeTypeEventRecord) {
      SHOW(cudaGraphEventRecordNodeGetEvent(nodes[i], &event));
      std::printf("event %s\n", event == before ? "before" : event == after ? "after" : "unknown");
    }
    if (type == cudaGraphNodeTypeWaitEvent) {
      SHOW(cudaGraphEventWaitNodeGetEvent(nodes[i], &event));
      show_truth("the outside event", event == outside);
    }
  }
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaEventQuery(after));
  show_last_error("after queries");

  std::printf("the graph waits for what the event was recorded after\n");
  {
    Gate gate(other);
    put<<<1, 1, 0, other>>>(words, 7);
    MUST(cudaEventRecord(outside, other));
    SHOW(cudaGraphLaunch(exec, s));
    SHOW(cudaStreamQuery(s));
    SHOW(cudaEventQuery(after));
    show_last_error("after queries");
    gate.open();
  }
  SHOW(cudaEventSynchronize(after));
  show_row("words", {words.read()[0], words.read()[1]});
  float ms = -1;
  SHOW(cudaEventElapsedTime(&ms, before, after));
  show_truth("time is not negative", ms >= 0);
  SHOW(cudaStreamSynchronize(s));

  std::printf("a stream waits for what the graph records\n");
  MUST(cudaMemset(words, 0, 16));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(s);
    put<<<1, 1, 0, s>>>(words, 9);
    SHOW(cudaGraphLaunch(exec, s));
    SHOW(cudaStreamWaitEvent(other, after, 0));
    copy<<<1, 1, 0, other>>>(words + 2, words + 1);
    SHOW(cudaStreamQuery(other));
    gate.open();
  }
  SHOW(cudaStreamSynchronize(other));
  show_row("words", words.read());
}
