// SPDX-License-Identifier: Apache-2.0
// cudaEventSynchronize: refused events; waits for its own record only, also when it blocks; in captures.
#include "../../capturing.h"
#include "../../gate.h"

static void inside(void *event) { SHOW(cudaEventSynchronize(static_cast<cudaEvent_t>(event))); }

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SHOW(cudaEventSynchronize(nullptr));
  show_last_error("after a null event");
  cudaEvent_t before, event;
  MUST(cudaEventCreate(&before));
  MUST(cudaEventRecord(before, stream));
  for (unsigned flags : {cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming}) {
    std::printf("flags %u\n", flags);
    MUST(cudaEventCreateWithFlags(&event, flags));
    SHOW(cudaEventSynchronize(event));
    show_while_busy("recorded before", stream, [&] { return cudaEventSynchronize(before); });
    show_while_busy("recorded behind", stream, [&] {
      MUST(cudaEventRecord(event, stream));
      return cudaEventSynchronize(event);
    });
    show_while_busy("in another thread", stream, [&] {
      cudaError_t error = cudaErrorUnknown;
      MUST(cudaEventRecord(event, stream));
      std::thread([&] { error = cudaEventSynchronize(event); }).join();
      return error;
    });
    SHOW(cudaEventSynchronize(event));
  }
  show_while_capturing("waited", [&] { return cudaEventSynchronize(event); });
  cudaGetLastError();
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  MUST(cudaEventRecord(event, stream));
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaEventSynchronize(event));
  MUST(cudaLaunchHostFunc(stream, inside, before));
  SHOW(cudaStreamSynchronize(stream));
  MUST(cudaLaunchHostFunc(stream, inside, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  cudaStream_t busy;
  MUST(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
  cudaGetLastError();
  {
    Gate gate(busy);
    MUST(cudaEventRecord(before, busy));
    MUST(cudaLaunchHostFunc(stream, inside, before));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // should it wait, then not for ever
  }
  SHOW(cudaStreamSynchronize(stream));
}
