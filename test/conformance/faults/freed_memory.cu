// SPDX-License-Identifier: Apache-2.0
// A kernel writes to an allocation of 64 MiB that has been freed.
#include "fault.h"

__global__ void kernel(int *p) { *p = 1; }

int main() {
  int *p;
  MUST(cudaMalloc(&p, 64 << 20));
  kernel<<<1, 1>>>(p);
  SHOW(cudaDeviceSynchronize());
  MUST(cudaFree(p));
  kernel<<<1, 1>>>(p);
  show_aftermath();
}
