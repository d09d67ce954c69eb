// SPDX-License-Identifier: Apache-2.0
// A kernel writes far behind its shared memory.
#include "fault.h"

__global__ void kernel(int *out, int far_away) {
  __shared__ volatile int shared[16];
  shared[threadIdx.x] = 1;
  shared[far_away] = 7;
  *out = shared[0];
}

int main() {
  DeviceArray<int> out(1);
  kernel<<<1, 1>>>(out, 1 << 20);
  show_aftermath();
}
