// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation: zero and null, other kinds of free, what is refused.
#include "../transcript.h"

int main() {
  cudaStream_t a;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  void *p = &p;
  SHOW(cudaMallocAsync(&p, 0, a));
  show_truth("null", p == nullptr);
  SHOW(cudaFreeAsync(nullptr, a));
  SHOW(cudaMallocAsync((void **)nullptr, 64, a));
  p = &p;
  SHOW(cudaMallocAsync(&p, std::size_t(1) << 60, a));
  show_last_error("after too much");
  MUST(cudaMalloc(&p, 64));
  SHOW(cudaFreeAsync(p, a));
  MUST(cudaStreamSynchronize(a));
  MUST(cudaMallocAsync(&p, 64, a));
  SHOW(cudaFree(p));
  SHOW(cudaFree(p));
  MUST(cudaMallocAsync(&p, 4096, a));
  SHOW(cudaFreeAsync(static_cast<char *>(p) + 8, a));
  SHOW(cudaFree(static_cast<char *>(p) + 8));
  SHOW(cudaFreeAsync(p, a));
  SHOW(cudaFreeAsync(p, a));
  SHOW(cudaFree(p));
  SHOW(cudaMallocAsync(&p, 64, a));
  SHOW(cudaFreeHost(p));
  SHOW(cudaFreeAsync(p, nullptr));
  SHOW(cudaDeviceSynchronize());
  int on_host = 0;
  SHOW(cudaFreeAsync(&on_host, a));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaMallocFromPoolAsync(&p, 64, static_cast<cudaMemPool_t>(nullptr), a));
}
