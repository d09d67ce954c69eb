// SPDX-License-Identifier: Apache-2.0
// tools: mem,race
// expect: mem/device pointer mem/device pointer mem/device pointer
// says: mem: device pointer: host code writes device memory through its pointer, which ends the program on a machine with a GPU
// says: host code reads device memory through its pointer
// says: device_pointer_mem.cu:30 in main
// says: memory: byte 400 of 65536 bytes of device memory, allocated at
// says: fix: copy it with cudaMemcpy, or allocate it with cudaMallocManaged
// Host code uses memory of a device by its pointer: before an operation has used it, when all have ended, by a function of the C library,
// and in a system call. FIXED: it is managed memory.
#include <cstring>

#include "case.h"

__global__ void fill(int* out, int value) { out[blockIdx.x * blockDim.x + threadIdx.x] = value; }

inline int* allocate(size_t bytes) {
  int* memory;
#if FIXED
  cudaMallocManaged(&memory, bytes);
#else
  cudaMalloc(&memory, bytes);
#endif
  return memory;
}

int main() {
  constexpr size_t kBytes = 256 * 64 * sizeof(int);
  int* const first = allocate(kBytes);
  first[100] = 1;
  int* const second = allocate(kBytes);
  fill<<<64, 256>>>(second, 7);
  fill<<<64, 256>>>(first, 8);
  cudaDeviceSynchronize();
  int sum = second[5000];
  fill<<<64, 256>>>(second, 9);
  cudaDeviceSynchronize();
  int copied = 0;
  cudaMemcpy(&copied, second + 3, sizeof copied, cudaMemcpyDeviceToHost);
  if (FILE* const file = std::fopen("/dev/null", "w")) {
    std::fwrite(first, 1, kBytes, file);
    std::fclose(file);
  }
  cudaFree(second);
  cudaFree(first);
  // What devices and the host share, beside it.
  Device other(4096);
  Pinned pinned(4096);
  cudaMemcpy(pinned, other, 4096, cudaMemcpyDeviceToHost);
  sum += pinned[10];
  std::printf("%d %d\n", sum, copied);
  return finish();
}
