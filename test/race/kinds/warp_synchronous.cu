// SPDX-License-Identifier: Apache-2.0
// expect: block/read after write block/read after write
// The last steps of a sum count on the lanes of a warp to go in step.
#include "kind.h"

__global__ void sum(int* data) {
  __shared__ volatile int part[kThreads];
  part[threadIdx.x] = data[blockIdx.x * kThreads + threadIdx.x];
  __syncthreads();
  for (int k = kThreads / 2; k >= 32; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x < 16) part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + 16];
  if (threadIdx.x < 8) part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + 8];
  if (threadIdx.x == 0) data[blockIdx.x * kThreads] = part[0] + part[1];
}

int main() {
  const Ints data;
  cudaMemset(data, 1, kBytes);
  sum<<<kBlocks, kThreads>>>(data);
  return finish();
}
