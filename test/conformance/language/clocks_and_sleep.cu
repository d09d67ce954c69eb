// SPDX-License-Identifier: Apache-2.0
// Clocks go forward, sleeping ends, special values.
#include "../transcript.h"

__global__ void kernel(int *out) {
  long long a = clock64();
  unsigned c = clock();
  unsigned long long g;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g));
  __nanosleep(20000);
  unsigned long long h;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(h));
  long long b = clock64();
  unsigned d = clock();
  out[0] = b > a;
  out[1] = d - c > 0;
  out[2] = h >= g;
  out[3] = warpSize;
}

int main() {
  DeviceArray<int> out(4);
  kernel<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
