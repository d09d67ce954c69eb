// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A memset touches the last byte of what a kernel of another stream writes.
// FIXED: the memset begins with the next byte.
#include "case.h"

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void add(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
}

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
  fill<<<4, 256, 0, s[0]>>>(a, 1000, 1);
#if FIXED
  cudaMemsetAsync(x + 4000, 0, 96, s[1]);
#else
  cudaMemsetAsync(x + 3999, 0, 97, s[1]);
#endif
  return finish();
}
