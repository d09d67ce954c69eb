// SPDX-License-Identifier: Apache-2.0
// Freeing and registering pointers that are not what they should be.
#include "../transcript.h"

int main() {
  char *device, *device2, *pinned, *managed, *other_pinned;
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMalloc(&device2, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&other_pinned, 4096, cudaHostAllocWriteCombined | cudaHostAllocPortable));
  MUST(cudaMallocManaged(&managed, 4096));
  std::vector<char> pageable(16384);
  SHOW(cudaFree(pageable.data()));
  SHOW(cudaFreeHost(pageable.data()));
  SHOW(cudaFree(device + 16));
  SHOW(cudaFreeHost(device));
  SHOW(cudaFreeHost(pinned + 16));
  SHOW(cudaFree(pinned));
  SHOW(cudaFree(device2));
  SHOW(cudaFree(device2));
  SHOW(cudaFreeHost(managed));
  SHOW(cudaFree(managed));
  SHOW(cudaFree(managed));
  SHOW(cudaFree((void *)16));
  unsigned flags = 0;
  SHOW(cudaHostGetFlags(&flags, other_pinned));
  show_value("flags", flags);
  SHOW(cudaHostGetFlags(&flags, pageable.data()));
  SHOW(cudaHostGetFlags(&flags, device));
  void *mapped;
  SHOW(cudaHostGetDevicePointer(&mapped, pageable.data(), 0));
  SHOW(cudaHostGetDevicePointer(&mapped, other_pinned, 1));
  SHOW(cudaHostGetDevicePointer(&mapped, other_pinned + 64, 0));
  show_truth("interior offset kept", mapped == other_pinned + 64);
  SHOW(cudaFreeHost(other_pinned));
  SHOW(cudaFreeHost(other_pinned));
}
