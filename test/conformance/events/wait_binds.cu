// SPDX-License-Identifier: Apache-2.0
// A wait is for the record made before it: later records of the event and its destruction change nothing.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  prepare_gates();
  cudaStream_t slow, fast, waiter;
  for (cudaStream_t *s : {&slow, &fast, &waiter}) MUST(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  DeviceArray<int> word(1);
  put<<<1, 1, 0, waiter>>>(word, 1);
  MUST(cudaDeviceSynchronize());

  // Re-recorded behind a gate after the wait: the wait must not feel it.
  MUST(cudaEventRecord(event, fast));
  MUST(cudaStreamWaitEvent(waiter, event, 0));
  {
    Gate gate(slow);
    MUST(cudaEventRecord(event, slow));
    put<<<1, 1, 0, waiter>>>(word, 2);
    SHOW(cudaStreamSynchronize(waiter));
    SHOW(cudaEventQuery(event));
  }
  MUST(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);

  // Re-recorded on an idle stream after the wait: the wait still holds.
  {
    Gate gate(slow);
    MUST(cudaEventRecord(event, slow));
    MUST(cudaStreamWaitEvent(waiter, event, 0));
    MUST(cudaEventRecord(event, fast));
    put<<<1, 1, 0, waiter>>>(word, 3);
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaStreamQuery(waiter));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamQuery(waiter));
    gate.open();
    SHOW(cudaStreamSynchronize(waiter));
  }
  show_value("word", word.read()[0]);
}
