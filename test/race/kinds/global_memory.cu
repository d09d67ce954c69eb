// SPDX-License-Identifier: Apache-2.0
// expect: block/write after write
// Neighbouring blocks write the same element of global memory.
#include "kind.h"

__global__ void overlap(int* data) { data[blockIdx.x * (kThreads - 1) + threadIdx.x] = blockIdx.x; }

int main() {
  const Ints data;
  overlap<<<kBlocks, kThreads>>>(data);
  return finish();
}
