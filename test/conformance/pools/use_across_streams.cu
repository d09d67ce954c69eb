// SPDX-License-Identifier: Apache-2.0
// Memory that one stream allocates, another uses after an event, and frees.
#include "../transcript.h"

__global__ void put(int *p, int v) { *p = v; }
__global__ void get(const int *p, int *out) { *out = *p; }

int main() {
  DeviceArray<int> out(1);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t ready;
  MUST(cudaEventCreate(&ready));
  void *p;
  MUST(cudaMallocAsync(&p, 4, a));
  put<<<1, 1, 0, a>>>(static_cast<int *>(p), 77);
  MUST(cudaEventRecord(ready, a));
  MUST(cudaStreamWaitEvent(b, ready, 0));
  get<<<1, 1, 0, b>>>(static_cast<int *>(p), out.get());
  SHOW(cudaFreeAsync(p, b));
  SHOW(cudaDeviceSynchronize());
  show_value("out", out.read()[0]);
  MUST(cudaMallocAsync(&p, 4, a));
  SHOW(cudaStreamDestroy(a));
  SHOW(cudaFreeAsync(p, b));
  SHOW(cudaDeviceSynchronize());
}
