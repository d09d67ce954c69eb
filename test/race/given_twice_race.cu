// SPDX-License-Identifier: Apache-2.0
// tools: block
// expect: block/write after read
// Memory that a kernel takes for what it only reads, and for what it writes: what is read there counts.
#include "case.h"

__global__ void shift(const int* __restrict__ in, int* __restrict__ out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[t + 1];
}

int main() {
  Device one(1 << 12);
  Device other(1 << 12);
  int* const data = reinterpret_cast<int*>(static_cast<char*>(one));
  cudaMemset(one, 0, 1 << 12);
  shift<<<1, 64>>>(data, reinterpret_cast<int*>(static_cast<char*>(other)));
  shift<<<1, 64>>>(data, data);
  cudaDeviceSynchronize();
  return 0;
}
