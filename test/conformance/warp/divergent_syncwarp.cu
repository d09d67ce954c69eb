// SPDX-License-Identifier: Apache-2.0
// __syncwarp in divergent code: lanes of one path exchange values through shared memory, one after the other, in
// loops, below an early exit, and on both sides of a branch at once.
#include "../transcript.h"

__device__ int exchange(volatile int* slots, int value, int partner, unsigned mask) {
  slots[threadIdx.x] = value;
  __syncwarp(mask);
  const int other = slots[partner];
  __syncwarp(mask);
  return value + other;
}

__global__ void half_of_a_warp(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane + 1;
  if (lane < 16) {
    for (int d = 8; d > 0; d >>= 1) value = exchange(slots, value, lane ^ d, 0xffff);
  }
  out[lane] = value;
}

__global__ void nested(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  if (lane >= 32 && lane < 48) {
    value = exchange(slots, value, lane ^ 1, 0xffff);
    if (lane & 4) value = exchange(slots, value, lane ^ 2, 0xf0f0);
    value = exchange(slots, value, lane ^ 8, 0xffff);
  }
  out[lane] = value;
}

__global__ void those_that_are_here(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  if (lane % 3 == 0) value = exchange(slots, value, lane, __activemask());
  out[lane] = value;
}

__global__ void early_exit(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = -1;
  if (lane >= 40) return;
  int value = lane * 2;
  if (lane >= 8) value = exchange(slots, value, lane ^ 1, lane < 32 ? 0xffffff00 : 0xff);
  out[lane] = value;
}

__global__ void both_sides(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  int value = lane;
  slots[lane] = lane * 10;
  if (lane & 1) {
    slots[lane] += 1;
    __syncwarp();
    value = slots[lane ^ 1];
  } else {
    slots[lane] += 2;
    __syncwarp();
    value = slots[lane ^ 1];
  }
  out[lane] = value;
}

__global__ void turns_that_differ(int* out) {
  __shared__ int slots[64];
  const int lane = static_cast<int>(threadIdx.x);
  const int group = (lane & 31) / 8;  // 8 lanes make group + 1 turns
  int value = lane;
  for (int turn = 0; turn <= group; ++turn) value = exchange(slots, value, lane ^ 3, 0xffu << (8 * group));
  __syncwarp();
  out[lane] = value;
}

template <class Kernel>
void print(const char* name, Kernel kernel) {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  kernel<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  int host[64];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s:", name);
  for (int value : host) std::printf(" %d", value);
  std::printf("\n");
  cudaFree(out);
}

int main() {
  print("half", half_of_a_warp);
  print("nested", nested);
  print("those that are here", those_that_are_here);
  print("early exit", early_exit);
  print("both sides", both_sides);
  print("turns", turns_that_differ);
  return 0;
}
