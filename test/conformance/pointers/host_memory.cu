// SPDX-License-Identifier: Apache-2.0
// Allocation, registration and device pointers of host memory: what is refused, what is free.
#include "../transcript.h"

int main() {
  char *pinned, *device, *managed;
  MUST(cudaMallocHost(&pinned, 8192));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  void *p = nullptr;
  int on_stack = 0;
  SHOW(cudaHostGetDevicePointer(&p, pinned, 0));
  show_truth("the same", p == pinned);
  SHOW(cudaHostGetDevicePointer(&p, pinned + 10, 0));
  show_truth("the same", p == pinned + 10);
  SHOW(cudaHostGetDevicePointer(&p, pinned, 1));
  SHOW(cudaHostGetDevicePointer((void **)nullptr, pinned, 0));
  SHOW(cudaHostGetDevicePointer(&p, nullptr, 0));
  SHOW(cudaHostGetDevicePointer(&p, &on_stack, 0));
  SHOW(cudaHostGetDevicePointer(&p, device, 0));
  SHOW(cudaHostGetDevicePointer(&p, managed, 0));
  unsigned flags = 77;
  SHOW(cudaHostGetFlags(&flags, pinned + 10));
  show_value("flags", flags);
  SHOW(cudaHostGetFlags(nullptr, pinned));
  SHOW(cudaHostGetFlags(&flags, nullptr));
  SHOW(cudaHostGetFlags(&flags, &on_stack));
  SHOW(cudaHostGetFlags(&flags, device));
  SHOW(cudaHostGetFlags(&flags, managed));
  SHOW(cudaFreeHost(pinned + 10));
  SHOW(cudaFree(pinned));
  SHOW(cudaFreeHost(device));
  SHOW(cudaFreeHost(managed));
  SHOW(cudaFree(&on_stack));
  SHOW(cudaFree(device + 10));
  std::size_t free_before = 0, free_after = 0, total = 0;
  SHOW(cudaMemGetInfo(&free_before, &total));
  show_truth("free at most the total", free_before <= total && total > 0);
  char *large;
  MUST(cudaMalloc(&large, std::size_t(256) << 20));
  SHOW(cudaMemGetInfo(&free_after, &total));
  show_truth("256 MiB less", free_before - free_after >= (std::size_t(256) << 20));
  MUST(cudaFree(large));
  SHOW(cudaMemGetInfo(&free_after, &total));
  show_truth("as before", free_after == free_before);
  SHOW(cudaMemGetInfo(nullptr, &total));
  SHOW(cudaMemGetInfo(&free_after, nullptr));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFree(device));
  SHOW(cudaFree(device));
  SHOW(cudaFree(managed));
}
