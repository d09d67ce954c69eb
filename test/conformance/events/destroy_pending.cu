// SPDX-License-Identifier: Apache-2.0
// An event may be destroyed while its record is pending and while a stream waits for it.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  Gate gate(a);
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaStreamQuery(b));
  gate.open();
  SHOW(cudaStreamSynchronize(b));
}
