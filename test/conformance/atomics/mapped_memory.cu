// SPDX-License-Identifier: Apache-2.0
// Atomic operations on pinned and managed memory.
#include "../transcript.h"

__global__ void kernel(int *p, unsigned long long *q) {
  atomicAdd(p, 1);
  atomicAdd_system(q, 2ull);
}

int main() {
  int *pinned, *managed;
  unsigned long long *wide;
  MUST(cudaMallocHost(&pinned, 4));
  MUST(cudaMallocManaged(&managed, 4));
  MUST(cudaMallocHost(&wide, 8));
  *pinned = 0;
  *managed = 0;
  *wide = 0;
  kernel<<<10, 100>>>(pinned, wide);
  kernel<<<10, 100>>>(managed, wide);
  SHOW(cudaDeviceSynchronize());
  show_row("pinned, managed, wide", {*pinned, *managed, int(*wide)});
}
