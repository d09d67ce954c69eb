// SPDX-License-Identifier: Apache-2.0
// Barriers of a warp: shared memory without a block barrier, by full and partial masks.
#include "../transcript.h"

__global__ void full(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, base = t & ~31, lane = t & 31;
  s[t] = t;
  __syncwarp();
  int v = s[base + 31 - lane];
  __syncwarp();
  s[t] = v * 2;
  __syncwarp();
  for (int d = 16; d; d /= 2) {
    if (lane < d) s[t] += s[t + d];
    __syncwarp();
  }
  out[t] = s[base] + v;
}

__global__ void part(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = -1;
  __syncwarp();
  if (lane < 16) {
    s[lane] = lane * 10;
    __syncwarp(0x0000ffff);
    out[lane] = s[15 - lane];
  } else {
    s[lane] = lane;
    __syncwarp(0xffff0000);
    out[lane] = s[31 - (lane - 16)];
  }
}

int main() {
  DeviceArray<int> out(128);
  full<<<1, 128>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("full", out.read());
  part<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  v.resize(32);
  show_row("part", v);
}
