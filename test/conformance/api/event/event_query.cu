// SPDX-License-Identifier: Apache-2.0
// cudaEventQuery: refused events; unrecorded, pending, done; not ready is no last error; in captures.
#include "../../capturing.h"
#include "../../gate.h"

static void inside(void *event) { SHOW(cudaEventQuery(static_cast<cudaEvent_t>(event))); }
static void inside_pending(void *event) {
  std::printf("pending, in a host function: %s\n", name_of(cudaEventQuery(static_cast<cudaEvent_t>(event))));
}

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t event, other, untimed;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&other));
  MUST(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  SHOW(cudaEventQuery(nullptr));
  show_last_error("after a null event");
  SHOW(cudaEventQuery(event));
  {
    Gate gate(stream);
    MUST(cudaEventRecord(event, stream));
    MUST(cudaEventRecord(untimed, stream));
    SHOW(cudaEventQuery(event));
    SHOW(cudaEventQuery(untimed));
    SHOW(cudaEventQuery(other));
    std::thread([&] { SHOW(cudaEventQuery(event)); }).join();
    show_last_error("after it was not ready");
  }
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventQuery(untimed));
  show_while_capturing("asked", [&] { return cudaEventQuery(event); });
  cudaGetLastError();
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  MUST(cudaEventRecord(event, stream));
  SHOW(cudaEventQuery(event));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventQuery(event));
  MUST(cudaLaunchHostFunc(stream, inside, other));
  SHOW(cudaStreamSynchronize(stream));
  MUST(cudaLaunchHostFunc(stream, inside, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  cudaGetLastError();
  {
    Gate gate(stream);
    MUST(cudaLaunchHostFunc(stream, inside_pending, event));
    MUST(cudaEventRecord(event, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
}
