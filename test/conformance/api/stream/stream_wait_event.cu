// SPDX-License-Identifier: Apache-2.0
// cudaStreamWaitEvent: refused arguments, and what a wait binds to.
#include "../../gate.h"

__global__ void put(int *p, int v) { *p = v; }

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaStreamWaitEvent(a, nullptr, 0));
  SHOW(cudaStreamWaitEvent(a, event, 2));
  SHOW(cudaStreamWaitEvent(a, event, 0x100));
  SHOW(cudaStreamWaitEvent(a, event, cudaEventWaitExternal));
  SHOW(cudaStreamWaitEvent(a, event, cudaEventWaitDefault));
  SHOW(cudaStreamWaitEvent(a, event));
  SHOW(cudaStreamQuery(a));
  show_last_error("after refused calls");
  {
    Gate gate(a);
    MUST(cudaEventRecord(event, a));
    SHOW(cudaStreamWaitEvent(b, event, 0));
    SHOW(cudaStreamWaitEvent(a, event, 0));
    put<<<1, 1, 0, b>>>(word, 1);
    SHOW(cudaStreamQuery(b));
    MUST(cudaEventRecord(event, b));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamQuery(b));
    gate.open();
  }
  SHOW(cudaStreamSynchronize(b));
  show_value("word", word.read()[0]);
}
