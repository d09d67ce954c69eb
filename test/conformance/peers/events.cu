// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Events across devices: a record needs the event's own device, everything else does not.
#include "peers.h"

int main() {
  need_two_devices();
  prepare_gates_on_both();
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    MUST(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
    MUST(cudaEventCreate(&events[device]));
  }
  MUST(cudaSetDevice(0));
  SHOW(cudaEventRecord(events[1], streams[0]));
  SHOW(cudaEventRecord(events[0], streams[1]));
  SHOW(cudaEventRecord(events[1], nullptr));
  SHOW(cudaEventRecord(events[1], cudaStreamPerThread));
  SHOW(cudaEventRecord(events[1], streams[1]));
  SHOW(cudaEventRecord(events[0], streams[0]));
  SHOW(cudaEventSynchronize(events[1]));
  SHOW(cudaEventQuery(events[1]));
  SHOW(cudaEventSynchronize(events[0]));
  float ms = 0;
  SHOW(cudaEventElapsedTime(&ms, events[0], events[1]));
  MUST(cudaSetDevice(1));
  SHOW(cudaEventElapsedTime(&ms, events[0], events[1]));
  SHOW(cudaEventElapsedTime(&ms, events[0], events[0]));
  show_last_error("so far");
  {
    Gate gate(streams[1]);
    MUST(cudaEventRecord(events[1], streams[1]));
    MUST(cudaSetDevice(0));
    SHOW(cudaEventQuery(events[1]));
    SHOW(cudaStreamWaitEvent(streams[0], events[1], 0));
    SHOW(cudaStreamQuery(streams[0]));
    SHOW(cudaStreamWaitEvent(nullptr, events[1], 0));
    SHOW(cudaStreamQuery(nullptr));
    gate.open();
    SHOW(cudaEventSynchronize(events[1]));
    SHOW(cudaStreamSynchronize(streams[0]));
    SHOW(cudaStreamSynchronize(nullptr));
  }
  SHOW(cudaEventDestroy(events[1]));
  SHOW(cudaEventRecord(nullptr, streams[1]));
}
