// SPDX-License-Identifier: Apache-2.0
// expect: block/write after read
// All threads count in global memory without atomics.
#include "kind.h"

__global__ void count(int* data) { data[0] = data[0] + int(threadIdx.x); }

int main() {
  const Ints data;
  cudaMemset(data, 0, kBytes);
  count<<<kBlocks, kThreads>>>(data);
  return finish();
}
