// SPDX-License-Identifier: Apache-2.0
// Asking the legacy stream is asking all blocking streams, even destroyed ones and even when it has no work itself.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t a, free_stream;
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&a));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaStreamQuery(nullptr));
  {
    Gate gate(a);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
    MUST(cudaEventRecord(event, nullptr));
    SHOW(cudaEventQuery(event));
    SHOW(cudaStreamDestroy(a));
    SHOW(cudaStreamQuery(nullptr));
    gate.open();
    SHOW(cudaStreamSynchronize(nullptr));
    SHOW(cudaEventQuery(event));
  }
  {
    Gate gate(free_stream);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaStreamSynchronize(nullptr));
    MUST(cudaEventRecord(event, nullptr));
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaStreamQuery(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
}
