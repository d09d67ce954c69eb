// SPDX-License-Identifier: Apache-2.0
// A kernel that gives up by __trap().
#include "fault.h"

__global__ void kernel(int n) {
  if (threadIdx.x == n) __trap();
}

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<1, 32>>>(32);
  SHOW(cudaDeviceSynchronize());
  kernel<<<1, 32>>>(31);
  show_aftermath();
}
