// SPDX-License-Identifier: Apache-2.0
// cudaHostGetDevicePointer: of pinned and registered memory and parts of it, use by a kernel, what is refused.
#include "../../capturing.h"

static __global__ void put(int *p, int v) { *p = v; }

CASES() {
  int *pinned, *combined, *device, *managed, *mapped = nullptr;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&combined, 4096, cudaHostAllocWriteCombined | cudaHostAllocPortable));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  int *page = static_cast<int *>(std::aligned_alloc(4096, 8192));
  std::memset(page, 0, 8192);
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterMapped));
  struct Case {
    const char *name;
    int *host;
  } cases[] = {{"pinned", pinned},          {"pinned, inside", pinned + 7}, {"write-combined", combined},
               {"registered", page},        {"registered, inside", page + 5}};
  for (auto &c : cases) {
    cudaError_t error = cudaHostGetDevicePointer(&mapped, c.host, 0);
    std::printf("%s: %s, %s\n", c.name, name_of(error), mapped == c.host ? "the same address" : "another address");
    *c.host = 0;
    put<<<1, 1>>>(mapped, 42);
    MUST(cudaDeviceSynchronize());
    show_value("the host sees", *c.host);
  }
  std::printf("refused\n");
  int *before = mapped;
  SHOW(cudaHostGetDevicePointer(&mapped, pinned, 1));
  SHOW(cudaHostGetDevicePointer(static_cast<void **>(nullptr), pinned, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, nullptr, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, page + 1024, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, device, 0));
  SHOW(cudaHostGetDevicePointer(&mapped, managed, 0));
  show_truth("pointer as before, or null", mapped == before || mapped == nullptr);
  show_last_error("after refused calls");
  show_captured("pinned", [&](cudaStream_t) { return cudaHostGetDevicePointer(&mapped, pinned, 0); });
}
