// SPDX-License-Identifier: Apache-2.0
// cudaStreamSynchronize: waits for the stream's work and, as a default stream, for what that stands for.
#include "../../gate.h"

__global__ void put(int *p, int v) { *p = v; }

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  int *pinned;
  MUST(cudaMallocHost(&pinned, sizeof(int)));
  *pinned = 0;
  put<<<1, 1, 0, free_stream>>>(word, 41);
  MUST(cudaMemcpyAsync(pinned, word, sizeof(int), cudaMemcpyDeviceToHost, free_stream));
  SHOW(cudaStreamSynchronize(free_stream));
  show_value("copied", *pinned);
  show_while_busy("itself busy", blocking, [&] { return cudaStreamSynchronize(blocking); });
  show_while_busy("another busy", free_stream, [&] { return cudaStreamSynchronize(blocking); });
  show_while_busy("NULL, blocking busy", blocking, [&] { return cudaStreamSynchronize(nullptr); });
  show_while_busy("legacy, non-blocking busy", free_stream, [&] { return cudaStreamSynchronize(cudaStreamLegacy); });
  show_while_busy("per-thread, blocking busy", blocking, [&] { return cudaStreamSynchronize(cudaStreamPerThread); });
  show_while_busy("blocking, legacy busy, idle itself", nullptr, [&] { return cudaStreamSynchronize(blocking); });
  show_while_busy("blocking, legacy busy, with work", nullptr, [&] {
    put<<<1, 1, 0, blocking>>>(word, 1);
    return cudaStreamSynchronize(blocking);
  });
}
