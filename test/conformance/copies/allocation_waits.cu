// SPDX-License-Identifier: Apache-2.0
// Which allocation calls return while a stream is busy, also one that never blocks.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  void *device[4] = {}, *host[4] = {}, *managed[4] = {}, *ordered = nullptr;
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMalloc(&device[i], 4096));
    MUST(cudaMallocHost(&host[i], 4096));
    MUST(cudaMallocManaged(&managed[i], 4096));
  }
  MUST(cudaMallocAsync(&ordered, 4096, s));
  MUST(cudaFreeAsync(ordered, s));
  MUST(cudaDeviceSynchronize());
  show_while_busy("cudaMalloc", s, [&] { return cudaMalloc(&device[3], 4096); });
  show_while_busy("cudaMallocHost", s, [&] { return cudaMallocHost(&host[3], 4096); });
  show_while_busy("cudaMallocManaged", s, [&] { return cudaMallocManaged(&managed[3], 4096); });
  show_while_busy("cudaMallocAsync", s, [&] { return cudaMallocAsync(&ordered, 4096, s); });
  show_while_busy("cudaFreeAsync", s, [&] { return cudaFreeAsync(ordered, s); });
  show_while_busy("cudaFree of device memory", s, [&] { return cudaFree(device[0]); });
  show_while_busy("cudaFreeHost", s, [&] { return cudaFreeHost(host[0]); });
  show_while_busy("cudaFree of managed memory", s, [&] { return cudaFree(managed[0]); });
  show_while_busy("cudaFree(NULL)", s, [&] { return cudaFree(nullptr); });
  show_while_busy("cudaStreamCreate", s, [&] {
    cudaStream_t created;
    return cudaStreamCreate(&created);
  });
  show_while_busy("cudaStreamDestroy of another stream", s, [&] { return cudaStreamDestroy(other); });
  show_while_busy("cudaEventCreate", s, [&] {
    cudaEvent_t event;
    return cudaEventCreate(&event);
  });
  show_while_busy("cudaHostRegister", s, [&] {
    static char page[8192];
    return cudaHostRegister(page, sizeof page, 0);
  });
  show_while_busy("cudaMemGetInfo", s, [&] {
    std::size_t free_bytes, total_bytes;
    return cudaMemGetInfo(&free_bytes, &total_bytes);
  });
}
