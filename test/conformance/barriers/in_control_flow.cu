// SPDX-License-Identifier: Apache-2.0
// Barriers in loops, branches and functions that the whole block takes alike; work in between that it does not.
#include "../transcript.h"

__device__ __noinline__ int neighbour(int *s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  int result = s[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return result;
}

__device__ int descend(int *s, int depth, int value) {
  if (depth == 0) return value;
  return descend(s, depth - 1, neighbour(s, value) + depth);
}

__global__ void loops(int *out, int rounds, int mode) {
  __shared__ int s[128];
  int value = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    s[threadIdx.x] = value;
    __syncthreads();
    // Each thread runs a different number of steps between two barriers.
    for (int i = 0; i < int(threadIdx.x % 7); ++i) {
      if ((value + i) % 3 == 0) continue;
      if (value > 100000) break;
      value += s[(threadIdx.x + i) % blockDim.x] & 15;
    }
    __syncthreads();
    if (mode == 1 && r == rounds / 2) break;
    switch (mode + r % 2) {
      case 0:
        value = neighbour(s, value);
        break;
      case 2:
        s[threadIdx.x] = value ^ 1;
        __syncthreads();
        value = s[blockDim.x - 1 - threadIdx.x];
        break;
      default:
        value += 1;
    }
    __syncthreads();
  }
  out[threadIdx.x] = value;
}

__global__ void recursion(int *out, int depth) {
  __shared__ int s[64];
  out[threadIdx.x] = descend(s, depth, threadIdx.x);
}

__global__ void condition_from_shared(int *out) {
  __shared__ int go_on;
  __shared__ int total;
  if (threadIdx.x == 0) {
    go_on = 1;
    total = 0;
  }
  __syncthreads();
  int mine = threadIdx.x, rounds = 0;
  while (go_on) {
    __syncthreads();
    if (threadIdx.x == 0) go_on = 0;
    __syncthreads();
    if (mine > 0) {
      mine -= 3;
      atomicAdd(&total, 1);
      if (mine > 0) go_on = 1;
    }
    ++rounds;
    __syncthreads();
  }
  out[threadIdx.x] = rounds * 10000 + total;
}

__global__ void two_barriers_in_branches(int *out, int which) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  if (which) {
    s[threadIdx.x] += 1000;
    __syncthreads();
  } else {
    s[threadIdx.x] += 2000;
    __syncthreads();
  }
  out[threadIdx.x] = s[95 - threadIdx.x];
}

int main() {
  DeviceArray<int> out(128);
  for (int mode = 0; mode < 3; ++mode) {
    loops<<<1, 128>>>(out, 9, mode);
    SHOW(cudaDeviceSynchronize());
    show_row("loops", out.read());
  }
  recursion<<<1, 64>>>(out, 10);
  SHOW(cudaDeviceSynchronize());
  auto values = out.read();
  values.resize(64);
  show_row("recursion", values);
  condition_from_shared<<<1, 100>>>(out);
  SHOW(cudaDeviceSynchronize());
  values = out.read();
  show_row("condition", {values[0], values[50], values[99]});
  for (int which : {0, 1}) {
    two_barriers_in_branches<<<1, 96>>>(out, which);
    SHOW(cudaDeviceSynchronize());
    values = out.read();
    show_row("branches", {values[0], values[40], values[95]});
  }
}
