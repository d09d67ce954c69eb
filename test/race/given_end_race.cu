// SPDX-License-Identifier: Apache-2.0
// tools: block
// expect: block/write after read
// A pointer to the end of the memory that a kernel writes to is none into the allocation behind it.
#include "case.h"

__global__ void shift(const int* __restrict__ in, int* __restrict__ end) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  end[-1 - t] = in[1022 - t];
}

int main() {
  Device one(1 << 12);
  Device other(1 << 12);
  int* const data = reinterpret_cast<int*>(static_cast<char*>(one));
  cudaMemset(one, 0, 1 << 12);
  shift<<<1, 64>>>(data, data + 1024);
  cudaDeviceSynchronize();
  return 0;
}
