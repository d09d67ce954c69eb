// SPDX-License-Identifier: Apache-2.0
// What was freed in a stream is handed out again in it at once, and to no other stream while the free is pending.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  void *p, *q, *elsewhere;
  // Both streams have had memory before the gate closes.
  MUST(cudaMallocAsync(&p, 1 << 20, a));
  MUST(cudaMallocAsync(&q, 1 << 20, b));
  MUST(cudaFreeAsync(p, a));
  MUST(cudaFreeAsync(q, b));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(a);
    SHOW(cudaMallocAsync(&p, 1 << 20, a));
    SHOW(cudaFreeAsync(p, a));
    SHOW(cudaMallocAsync(&q, 1 << 20, a));
    show_truth("reused in the stream before anything ran", p == q);
    SHOW(cudaFreeAsync(q, a));
    SHOW(cudaMallocAsync(&elsewhere, 1 << 20, b));
    show_truth("another stream gets other memory", elsewhere != q);
    SHOW(cudaFreeAsync(elsewhere, b));
    SHOW(cudaStreamSynchronize(b));
  }
  SHOW(cudaDeviceSynchronize());
}
