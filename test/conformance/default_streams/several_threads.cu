// SPDX-License-Identifier: Apache-2.0
// Threads that all use the legacy stream: one order for all their work.
#include "../transcript.h"

__global__ void bump(int *count, int *errors) {
  // Not atomic: right only when no two of these run at once.
  int before = *static_cast<volatile int *>(count);
  for (int i = 0; i < 50; ++i)
    if (*static_cast<volatile int *>(count) != before) *errors = 1;
  *static_cast<volatile int *>(count) = before + 1;
}

int main() {
  DeviceArray<int> count(1), errors(1);
  bump<<<1, 1>>>(count, errors);
  MUST(cudaDeviceSynchronize());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      cudaStream_t mine;
      MUST(cudaStreamCreate(&mine));
      for (int i = 0; i < 100; ++i) {
        bump<<<1, 1>>>(count, errors);
        if (t == 0 && i % 10 == 0) MUST(cudaStreamSynchronize(nullptr));
      }
    });
  for (auto &t : threads) t.join();
  SHOW(cudaStreamSynchronize(nullptr));
  show_row("count, errors", {count.read()[0], errors.read()[0]});
}
