// SPDX-License-Identifier: Apache-2.0
// Synchronous copies and fills belong to the legacy stream: they wait for blocking streams and not for others.
#include "../gate.h"

int main() {
  prepare_gates();
  DeviceArray<int> a(16), b(16);
  int host[16] = {};
  MUST(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  show_while_busy("cudaMemcpy D2H, blocking stream busy", blocking,
                  [&] { return cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost); });
  show_while_busy("cudaMemcpy D2H, non-blocking stream busy", free_stream,
                  [&] { return cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost); });
  show_while_busy("cudaMemcpy H2D, blocking stream busy", blocking,
                  [&] { return cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); });
  show_while_busy("cudaMemcpy H2D, non-blocking stream busy", free_stream,
                  [&] { return cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); });
  show_while_busy("cudaMemcpy D2D, blocking stream busy", blocking,
                  [&] { return cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice); });
  show_while_busy("cudaMemset, blocking stream busy", blocking, [&] { return cudaMemset(a, 1, sizeof host); });
  show_while_busy("cudaStreamSynchronize(0), blocking stream busy", blocking,
                  [&] { return cudaStreamSynchronize(nullptr); });
  show_while_busy("cudaStreamSynchronize(0), non-blocking stream busy", free_stream,
                  [&] { return cudaStreamSynchronize(nullptr); });
  show_while_busy("cudaDeviceSynchronize, non-blocking stream busy", free_stream,
                  [&] { return cudaDeviceSynchronize(); });
}
