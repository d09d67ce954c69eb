// SPDX-License-Identifier: Apache-2.0
// The legacy stream waits for all blocking streams and they for it; non-blocking streams take no part.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  prepare_gates();
  DeviceArray<int> word(3);
  cudaStream_t a, b, free_stream;
  MUST(cudaStreamCreate(&a));
  MUST(cudaStreamCreate(&b));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());

  std::printf("gate in blocking stream a\n");
  {
    Gate gate(a);
    put<<<1, 1, 0, b>>>(word, 1);
    SHOW(cudaStreamSynchronize(b));
    put<<<1, 1>>>(word + 1, 1);
    SHOW(cudaStreamQuery(nullptr));
    put<<<1, 1, 0, b>>>(word + 2, 1);
    SHOW(cudaStreamQuery(b));
    put<<<1, 1, 0, free_stream>>>(word + 2, 5);
    SHOW(cudaStreamSynchronize(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());

  std::printf("gate in the legacy stream\n");
  {
    Gate gate(nullptr);
    put<<<1, 1, 0, a>>>(word, 2);
    SHOW(cudaStreamQuery(a));
    put<<<1, 1, 0, free_stream>>>(word + 2, 6);
    SHOW(cudaStreamSynchronize(free_stream));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());

  std::printf("gate in the non-blocking stream\n");
  {
    Gate gate(free_stream);
    put<<<1, 1>>>(word + 1, 3);
    SHOW(cudaStreamSynchronize(nullptr));
    put<<<1, 1, 0, a>>>(word, 3);
    SHOW(cudaStreamSynchronize(a));
    SHOW(cudaStreamQuery(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}
