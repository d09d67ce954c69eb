// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation: zero and null, other kinds of free, reuse within a stream, use across streams.
#include "../gate.h"

__global__ void put(int *p, int v) { *p = v; }
__global__ void get(const int *p, int *out) { *out = *p; }

int main() {
  prepare_gates();
  DeviceArray<int> out(1);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  put<<<1, 1, 0, a>>>(out, 0);
  get<<<1, 1, 0, a>>>(out, out);
  MUST(cudaDeviceSynchronize());
  void *p = &p, *q;
  SHOW(cudaMallocAsync(&p, 0, a));
  show_truth("null", p == nullptr);
  SHOW(cudaFreeAsync(nullptr, a));
  SHOW(cudaMallocAsync((void **)nullptr, 64, a));
  SHOW(cudaMallocAsync(&p, std::size_t(1) << 60, a));
  MUST(cudaMalloc(&p, 64));
  SHOW(cudaFreeAsync(p, a));
  MUST(cudaMallocAsync(&p, 64, a));
  SHOW(cudaFree(p));
  MUST(cudaMallocAsync(&p, 4096, a));
  SHOW(cudaFreeAsync(static_cast<char *>(p) + 8, a));
  SHOW(cudaFreeAsync(p, a));
  SHOW(cudaFreeAsync(p, a));
  int on_host;
  SHOW(cudaFreeAsync(&on_host, a));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(a);
    MUST(cudaMallocAsync(&p, 1 << 20, a));
    MUST(cudaFreeAsync(p, a));
    MUST(cudaMallocAsync(&q, 1 << 20, a));
    show_truth("reused in the stream before anything ran", p == q);
    void *elsewhere;
    MUST(cudaMallocAsync(&elsewhere, 1 << 20, b));
    show_truth("another stream gets other memory", elsewhere != q);
    MUST(cudaFreeAsync(q, a));
    MUST(cudaFreeAsync(elsewhere, b));
  }
  MUST(cudaDeviceSynchronize());
  cudaEvent_t ready;
  MUST(cudaEventCreate(&ready));
  MUST(cudaMallocAsync(&p, 4, a));
  put<<<1, 1, 0, a>>>(static_cast<int *>(p), 77);
  MUST(cudaEventRecord(ready, a));
  MUST(cudaStreamWaitEvent(b, ready, 0));
  get<<<1, 1, 0, b>>>(static_cast<int *>(p), out);
  MUST(cudaFreeAsync(p, b));
  SHOW(cudaDeviceSynchronize());
  show_value("out", out.read()[0]);
}
