// SPDX-License-Identifier: Apache-2.0
// cudaHostAlloc: every set of flags and what is read back, zero bytes, refused arguments, use by the device.
#include "../../capturing.h"

static __global__ void count_up(int *p) { p[threadIdx.x] = static_cast<int>(threadIdx.x) + 1; }

CASES() {
  void *p = &p;
  SHOW(cudaHostAlloc(&p, 0, cudaHostAllocDefault));
  show_truth("null", p == nullptr);
  SHOW(cudaHostAlloc(static_cast<void **>(nullptr), 64, cudaHostAllocDefault));
  p = &p;
  SHOW(cudaHostAlloc(&p, std::size_t(1) << 60, cudaHostAllocDefault));
  show_truth("null", p == nullptr);
  for (unsigned flags : {8u, 0x10u, 0x100u, ~0u}) {
    std::printf("flags %x: %s\n", flags, name_of(cudaHostAlloc(&p, 64, flags)));
    std::printf("flags %x, no bytes: %s\n", flags, name_of(cudaHostAlloc(&p, 0, flags)));
  }
  show_last_error("after refused calls");

  for (unsigned flags = 0; flags < 8; ++flags) {
    int *words;
    cudaError_t error = cudaHostAlloc(&words, 4 * sizeof(int), flags);
    std::printf("flags %u: %s", flags, name_of(error));
    if (error == cudaSuccess) {
      unsigned back = 77;
      MUST(cudaHostGetFlags(&back, words));
      int *mapped;
      MUST(cudaHostGetDevicePointer(&mapped, words, 0));
      count_up<<<1, 4>>>(mapped);
      MUST(cudaDeviceSynchronize());
      std::printf(", read back %u, words %d %d %d %d", back, words[0], words[1], words[2], words[3]);
      MUST(cudaFreeHost(words));
    }
    std::printf("\n");
  }
  show_captured("64 bytes", [&](cudaStream_t) { return cudaHostAlloc(&p, 64, cudaHostAllocDefault); });
  show_captured("unknown flags", [&](cudaStream_t) { return cudaHostAlloc(&p, 64, 8); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaHostAlloc(&p, 0, 8); });
}
