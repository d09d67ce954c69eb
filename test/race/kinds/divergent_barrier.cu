// SPDX-License-Identifier: Apache-2.0
// expect: sync/divergent barrier
// Half of the threads come to a barrier of the block, the others have ended.
#include "kind.h"

__global__ void wait(int* data) {
  if (threadIdx.x >= kThreads / 2) return;
  data[blockIdx.x * kThreads + threadIdx.x] = 1;
  __syncthreads();
  data[blockIdx.x * kThreads + threadIdx.x] += 1;
}

int main() {
  const Ints data;
  wait<<<kBlocks, kThreads>>>(data);
  return finish();
}
