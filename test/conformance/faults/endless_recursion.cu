// SPDX-License-Identifier: Apache-2.0
// A device function that calls itself until the stack is full.
#include "fault.h"

__device__ __noinline__ int deeper(volatile int *p, int n) {
  volatile int local[64];
  local[n & 63] = n;
  if (*p == 12345) return 0;
  int result = deeper(p, n + 1) + local[(n + 1) & 63];
  *p = result;
  return result;
}
__global__ void kernel(int *p) { *p = deeper(p, 1); }

int main() {
  DeviceArray<int> word(1);
  kernel<<<1, 1>>>(word);
  show_aftermath();
}
