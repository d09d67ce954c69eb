// SPDX-License-Identifier: Apache-2.0
// Recursion as deep as the stack limit allows, after asking for more.
#include "../transcript.h"

__device__ __noinline__ int depth_sum(volatile int *p, int n) {
  volatile int local[8];
  local[n & 7] = n;
  if (n == 0) return *p;
  return depth_sum(p, n - 1) + local[n & 7];
}
__global__ void kernel(int *p, int n, int *out) { out[threadIdx.x] = depth_sum(p, n + threadIdx.x); }

int main() {
  DeviceArray<int> word(1), out(64);
  kernel<<<1, 2>>>(word, 2, out);  // the limit is 1 KiB at first
  SHOW(cudaDeviceSynchronize());
  show_row("shallow", {out.read()[0], out.read()[1]});
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 65536));
  kernel<<<1, 64>>>(word, 300, out);
  SHOW(cudaDeviceSynchronize());
  show_row("deep", {out.read()[0], out.read()[1], out.read()[63]});
}
