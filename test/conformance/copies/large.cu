// SPDX-License-Identifier: Apache-2.0
// Large copies in all directions, pinned and pageable, keep every word.
#include "../transcript.h"

__global__ void fill(unsigned *p, unsigned n, unsigned seed) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = i * 2654435761u + seed;
}

int main() {
  constexpr unsigned kWords = (24u << 20) / 4 + 3;
  DeviceArray<unsigned> a(kWords), b(kWords);
  std::vector<unsigned> pageable(kWords);
  unsigned *pinned;
  MUST(cudaMallocHost(&pinned, kWords * 4));
  fill<<<64, 256>>>(a, kWords, 5);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaMemcpyAsync(b, a, kWords * 4, cudaMemcpyDeviceToDevice, s));
  MUST(cudaMemcpyAsync(pinned, b, kWords * 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaStreamSynchronize(s));
  auto count_wrong = [&](const unsigned *p, unsigned seed) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < kWords; ++i) wrong += p[i] != i * 2654435761u + seed;
    return wrong;
  };
  show_value("wrong after D2D and D2H to pinned", count_wrong(pinned, 5));
  fill<<<64, 256, 0, s>>>(b, kWords, 6);
  MUST(cudaMemcpyAsync(pageable.data(), b, kWords * 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaStreamSynchronize(s));
  show_value("wrong after D2H to pageable", count_wrong(pageable.data(), 6));
  MUST(cudaMemsetAsync(a, 0, kWords * 4, s));
  MUST(cudaMemcpyAsync(a, pageable.data(), kWords * 4, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(pinned, a, kWords * 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaStreamSynchronize(s));
  show_value("wrong after H2D from pageable", count_wrong(pinned, 6));
}
