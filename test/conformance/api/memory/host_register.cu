// SPDX-License-Identifier: Apache-2.0
// cudaHostRegister: flags and what is read back, use by the device, memory that cannot be registered, captures.
#include "../../capturing.h"

static __global__ void add(int *p) { p[threadIdx.x] += 100; }

CASES() {
  char *page = static_cast<char *>(std::aligned_alloc(4096, 16 * 4096));
  std::memset(page, 0, 16 * 4096);
  for (unsigned flags : {0u, 1u, 2u, 3u}) {
    unsigned back = 77;
    cudaError_t error = cudaHostRegister(page, 4096, flags);
    cudaError_t get = cudaHostGetFlags(&back, page);
    std::printf("flags %u: %s, read back %s %u\n", flags, name_of(error), name_of(get), back);
    MUST(cudaHostUnregister(page));
  }
  int supported = 0;
  MUST(cudaDeviceGetAttribute(&supported, cudaDevAttrHostRegisterReadOnlySupported, 0));
  cudaError_t read_only = cudaHostRegister(page, 4096, cudaHostRegisterReadOnly);
  show_truth("read-only where the device supports it", (read_only == cudaSuccess) == (supported != 0));
  if (read_only == cudaSuccess) MUST(cudaHostUnregister(page));
  cudaGetLastError();

  std::printf("used by the device\n");
  int *mapped, *words = reinterpret_cast<int *>(page + 2 * 4096 - 8);
  SHOW(cudaHostRegister(words, 16, cudaHostRegisterMapped));
  SHOW(cudaHostGetDevicePointer(&mapped, words, 0));
  add<<<1, 4>>>(mapped);
  SHOW(cudaDeviceSynchronize());
  show_row("words across pages", {words[-1], words[0], words[1], words[2], words[3], words[4]});
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, words + 3));
  show_value("type", attributes.type);

  std::printf("already registered\n");
  SHOW(cudaHostRegister(words, 16, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page + 2 * 4096, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page, 8 * 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(words));
  std::printf("refused\n");
  void *pinned;
  MUST(cudaMallocHost(&pinned, 4096));
  SHOW(cudaHostRegister(nullptr, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page, 0, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page, 4096, 0x10));
  SHOW(cudaHostRegister(page, 4096, 0x100));
  SHOW(cudaHostRegister(pinned, 4096, cudaHostRegisterDefault));
  show_last_error("after refused calls");
  SHOW(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page + 4096, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(page + 4096));
  show_captured("a page", [&](cudaStream_t) { return cudaHostRegister(page, 4096, cudaHostRegisterDefault); });
}
