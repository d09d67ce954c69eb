// SPDX-License-Identifier: Apache-2.0
// Blocks that run at the same time write the same values: what one of them has said that it is about to write may not be in
// memory yet when the other one comes.
// tools: block
#include "case.h"

__global__ void raise_flags(int* flags, const int* values) {
  const int value = values[threadIdx.x];
  flags[threadIdx.x] = value;
}

int main() {
  Device x(4096), y(4096);
  cudaMemset(x, 1, 4096);
  for (int i = 0; i < 2000; ++i) {
    cudaMemset(y, 0, 4096);
    raise_flags<<<16, 64>>>(reinterpret_cast<int*>(static_cast<char*>(y)),
                            reinterpret_cast<int*>(static_cast<char*>(x)));
  }
  return finish();
}
