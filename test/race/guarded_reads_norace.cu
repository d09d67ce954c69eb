// SPDX-License-Identifier: Apache-2.0
// Reads under a condition, which the compiler takes out of their branches: a thread that does not want the value has not read it.
#include "case.h"

constexpr int kThreads = 64;

__device__ void fill(int* tile, int first) {
  for (int i = 0; i < 4; ++i) tile[i * kThreads + threadIdx.x] = first + i;
  __syncthreads();
}

/// Chosen right behind the read.
__global__ void one_reads(int* out) {
  __shared__ int tile[kThreads * 4];
  fill(tile, 1);
  int sum = 0;
  if (threadIdx.x < 1) sum += tile[threadIdx.x / 32];
  tile[threadIdx.x] = int(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = sum + tile[kThreads - 1 - threadIdx.x];
}

/// The condition is known later than the value.
__global__ void one_reads_two(int* out) {
  __shared__ int tile[kThreads * 4], other[kThreads * 4];
  fill(tile, 1);
  fill(other, 2);
  int sum = 0;
  if (threadIdx.x == 0) sum += tile[threadIdx.x % 32 * 4 + threadIdx.x / 32];
  if (threadIdx.x == 0) sum += other[threadIdx.x];
  if ((threadIdx.x & 4) == 0) other[threadIdx.x] = int(threadIdx.x);
  tile[threadIdx.x] = 3;
  __syncthreads();
  out[threadIdx.x] = sum + tile[kThreads - 1 - threadIdx.x] + other[0];
}

/// A warp of two.
__global__ void one_warp_reads(int* out) {
  __shared__ int tile[kThreads * 4];
  fill(tile, 1);
  int sum = 0;
  if ((threadIdx.x & 32) == 0) sum += tile[0];
  __syncwarp();
  tile[threadIdx.x] = int(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = sum + tile[kThreads - 1 - threadIdx.x];
}

/// The next branch takes the same way.
__global__ void one_reads_and_writes(int* out) {
  __shared__ int tile[kThreads * 4];
  fill(tile, 1);
  int sum = 0;
  if (threadIdx.x / 32 == 0) tile[threadIdx.x] = int(threadIdx.x) * 131;
  __syncwarp();
  if (threadIdx.x == 0) sum += tile[threadIdx.x ^ 1];
  __syncwarp();
  if (threadIdx.x == 0) tile[kThreads * 3] = 5;
  __syncthreads();
  out[threadIdx.x] = sum + tile[kThreads * 3];
}

int main() {
  Device memory(kThreads * sizeof(int));
  int* const out = reinterpret_cast<int*>(static_cast<char*>(memory));
  one_reads<<<1, kThreads>>>(out);
  one_reads_two<<<1, kThreads>>>(out);
  one_warp_reads<<<1, kThreads>>>(out);
  one_reads_and_writes<<<1, kThreads>>>(out);
  return finish();
}
