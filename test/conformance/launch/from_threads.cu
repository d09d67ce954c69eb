// SPDX-License-Identifier: Apache-2.0
// Host threads launching at the same time, into streams of their own and into one.
#include "../transcript.h"

__global__ void add(int *p, int n) { atomicAdd(p, n); }

int main() {
  DeviceArray<int> sums(9);
  cudaStream_t common;
  MUST(cudaStreamCreate(&common));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      cudaStream_t mine;
      MUST(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
      for (int i = 0; i < 200; ++i) {
        add<<<1, 32, 0, mine>>>(sums + t, 1);
        add<<<2, 16, 0, common>>>(sums + 8, 1);
      }
      MUST(cudaStreamSynchronize(mine));
      MUST(cudaStreamDestroy(mine));
    });
  for (auto &t : threads) t.join();
  SHOW(cudaDeviceSynchronize());
  show_row("sums", sums.read());
}
