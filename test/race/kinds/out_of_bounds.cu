// SPDX-License-Identifier: Apache-2.0
// expect: mem/out of bounds
// The last threads write past the end of an array.
#include "kind.h"

__global__ void fill_too_many(int* data) { data[blockIdx.x * kThreads + threadIdx.x + 1] = 1; }

int main() {
  const Ints data;
  fill_too_many<<<kBlocks, kThreads>>>(data);
  return finish();
}
