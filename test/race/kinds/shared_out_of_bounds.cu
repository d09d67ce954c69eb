// SPDX-License-Identifier: Apache-2.0
// expect: leak/leak mem/out of bounds
// A thread writes past the end of the block's shared memory.
#include "kind.h"

__global__ void fill_tile(int* data) {
  extern __shared__ int tile[];
  tile[threadIdx.x + 1] = data[threadIdx.x];
  __syncthreads();
  data[blockIdx.x * kThreads + threadIdx.x] = tile[threadIdx.x];
}

int main() {
  const Ints data;
  cudaMemset(data, 1, kBytes);
  fill_tile<<<1, kThreads, kThreads * sizeof(int)>>>(data);
  return finish();
}
