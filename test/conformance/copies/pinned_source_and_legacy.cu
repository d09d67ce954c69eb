// SPDX-License-Identifier: Apache-2.0
// The legacy stream comes after a blocking stream's work: does its copy read a pinned source that the work still writes?
#include "../gate.h"

static void write_two(void *words) {
  int *const first = static_cast<int *>(words);
  *first = 2;
}

int main() {
  prepare_gates();
  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  for (std::size_t bytes : {std::size_t{4}, std::size_t{512}, std::size_t{4096}, std::size_t{65536}, std::size_t{1} << 20}) {
    int *pinned = nullptr, *device = nullptr;
    MUST(cudaMallocHost(&pinned, bytes));
    MUST(cudaMalloc(&device, bytes));
    for (int order = 0; order < 2; ++order) {
      std::memset(pinned, 0, bytes);
      *pinned = 1;
      MUST(cudaMemset(device, 0, bytes));
      MUST(cudaDeviceSynchronize());
      {
        Gate gate(blocking);
        MUST(cudaLaunchHostFunc(blocking, write_two, pinned));
        if (order == 1) {  // something of the legacy stream's own is before the copy
          MUST(cudaMemsetAsync(device, 1, bytes, cudaStreamLegacy));
        }
        MUST(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, cudaStreamLegacy));
        gate.open();
      }
      MUST(cudaDeviceSynchronize());
      int seen = 0;
      MUST(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
      std::printf("%zu bytes, %s: %d\n", bytes, order == 1 ? "after own work" : "first of its stream", seen);
    }
    MUST(cudaFree(device));
    MUST(cudaFreeHost(pinned));
  }
}
