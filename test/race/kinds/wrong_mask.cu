// SPDX-License-Identifier: Apache-2.0
// expect: sync/caller not in mask
// A lane takes part in a shuffle whose mask does not name it.
#include "kind.h"

__global__ void shuffle(int* data) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  data[i] = __shfl_xor_sync(0x0000ffffu, i, 1);
}

int main() {
  const Ints data;
  shuffle<<<kBlocks, kThreads>>>(data);
  return finish();
}
