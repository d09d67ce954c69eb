// SPDX-License-Identifier: Apache-2.0
// Events: refused flags and handles.
#include "../transcript.h"

int main() {
  cudaEvent_t event = nullptr;
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaEventCreate(nullptr));
  SHOW(cudaEventCreateWithFlags(&event, 8));
  SHOW(cudaEventCreateWithFlags(&event, 0xff));
  SHOW(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  show_truth("handle untouched", event == nullptr);
  SHOW(cudaEventQuery(nullptr));
  SHOW(cudaEventSynchronize(nullptr));
  SHOW(cudaEventRecord(nullptr, stream));
  SHOW(cudaEventDestroy(nullptr));
  SHOW(cudaStreamWaitEvent(stream, nullptr, 0));
  float ms = 0;
  SHOW(cudaEventElapsedTime(&ms, nullptr, nullptr));
  show_last_error("after bad handles");
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventRecordWithFlags(event, stream, 2));
  SHOW(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  SHOW(cudaStreamWaitEvent(stream, event, 2));
  SHOW(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
  SHOW(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
  SHOW(cudaEventSynchronize(event));
  MUST(cudaEventDestroy(event));
  SHOW(cudaEventCreateWithFlags(&event, cudaEventBlockingSync | cudaEventDisableTiming));
  SHOW(cudaEventDestroy(event));
}
