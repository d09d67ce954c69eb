// SPDX-License-Identifier: Apache-2.0
// Event waits on the legacy stream, and events recorded there, order blocking streams too.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  prepare_gates();
  DeviceArray<int> word(2);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  {
    Gate gate(free_stream);
    MUST(cudaEventRecord(event, free_stream));
    SHOW(cudaStreamWaitEvent(nullptr, event, 0));
    SHOW(cudaStreamQuery(nullptr));
    put<<<1, 1, 0, blocking>>>(word, 1);
    SHOW(cudaStreamQuery(blocking));
  }
  SHOW(cudaDeviceSynchronize());
  {
    Gate gate(blocking);
    MUST(cudaEventRecord(event, nullptr));
    SHOW(cudaStreamWaitEvent(free_stream, event, 0));
    put<<<1, 1, 0, free_stream>>>(word + 1, 2);
    SHOW(cudaStreamQuery(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}
