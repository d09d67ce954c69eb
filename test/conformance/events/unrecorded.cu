// SPDX-License-Identifier: Apache-2.0
// An event that was never recorded is complete; waiting for it does nothing.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaEvent_t event;
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaStreamWaitEvent(stream, event, 0));
  SHOW(cudaStreamSynchronize(stream));
  float ms = -7;
  SHOW(cudaEventElapsedTime(&ms, event, event));
  SHOW(cudaEventDestroy(event));
}
