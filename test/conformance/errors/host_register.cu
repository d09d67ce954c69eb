// SPDX-License-Identifier: Apache-2.0
// Registering the program's own memory.
#include "../transcript.h"

__global__ void add_one(int *p) { p[threadIdx.x] += 1; }

int main() {
  char *page = static_cast<char *>(std::aligned_alloc(4096, 65536));
  std::memset(page, 0, 65536);
  unsigned flags = 77;
  SHOW(cudaHostRegister(page, 8192, cudaHostRegisterDefault));
  SHOW(cudaHostGetFlags(&flags, page));
  show_value("flags", flags);
  SHOW(cudaHostRegister(page, 8192, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page + 4096, 8192, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page + 4096));
  SHOW(cudaHostUnregister(page + 32768));
  int *mapped;
  SHOW(cudaHostGetDevicePointer(&mapped, page, 0));
  add_one<<<1, 32>>>(mapped);
  SHOW(cudaDeviceSynchronize());
  show_row("first and last", {((int *)page)[0], ((int *)page)[31], ((int *)page)[32]});
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostRegister(page + 100, 1000, cudaHostRegisterMapped | cudaHostRegisterPortable));
  SHOW(cudaHostGetFlags(&flags, page + 100));
  show_value("flags", flags);
  SHOW(cudaHostUnregister(page + 100));
  SHOW(cudaHostRegister(nullptr, 4096, 0));
  SHOW(cudaHostRegister(page, 0, 0));
  SHOW(cudaHostRegister(page, 4096, 0x100));
  void *pinned, *device;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMalloc(&device, 4096));
  SHOW(cudaHostRegister(pinned, 4096, 0));
  SHOW(cudaHostUnregister(pinned));
  SHOW(cudaHostUnregister(nullptr));
}
