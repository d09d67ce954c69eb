// SPDX-License-Identifier: Apache-2.0
// expect: block/read after write
// A thread reads from shared memory what another one writes, and no barrier is between them.
#include "kind.h"

__global__ void reverse(int* data) {
  __shared__ int tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  tile[threadIdx.x] = data[i];
  data[i] = tile[kThreads - 1 - threadIdx.x];
}

int main() {
  const Ints data;
  cudaMemset(data, 1, kBytes);
  reverse<<<kBlocks, kThreads>>>(data);
  return finish();
}
