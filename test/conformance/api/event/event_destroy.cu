// SPDX-License-Identifier: Apache-2.0
// cudaEventDestroy: a null event; returns at once with a record or a wait pending, which both stay.
#include "../../capturing.h"
#include "../../gate.h"

__global__ void put(int *word, int value) { *word = value; }
static void inside(void *event) { SHOW(cudaEventDestroy(static_cast<cudaEvent_t>(event))); }

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  cudaStream_t stream, waiting;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
  put<<<1, 1, 0, waiting>>>(word, 1);
  MUST(cudaStreamSynchronize(waiting));
  cudaEvent_t event;
  SHOW(cudaEventDestroy(nullptr));
  show_last_error("after a null event");
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(event));
  MUST(cudaEventCreate(&event));
  show_while_busy("with a record pending", stream, [&] {
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(waiting, event, 0));
    put<<<1, 1, 0, waiting>>>(word, 2);
    return cudaEventDestroy(event);
  });
  show_value("word", word.read()[0]);
  MUST(cudaEventCreate(&event));
  {
    Gate gate(stream);
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(waiting, event, 0));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamQuery(waiting));
  }
  SHOW(cudaStreamSynchronize(waiting));
  show_while_capturing("destroyed", [] {
    cudaEvent_t other;
    MUST(cudaEventCreate(&other));
    return cudaEventDestroy(other);
  });
  cudaGraph_t graph;
  MUST(cudaEventCreate(&event));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, stream));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaEventCreate(&event));
  MUST(cudaLaunchHostFunc(stream, inside, event));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventDestroy(event));
}
