// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// One of them reads it plainly.
// FIXED: the kernels only use atomics on a shared counter.
#include "case.h"

__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void look(int* out, const int* counter) { *out = *counter; }

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
  cudaMemset(a, 0, 4);
  cudaDeviceSynchronize();
#if FIXED
  for (int i = 0; i < 2; ++i) count<<<16, 256, 0, s[i]>>>(a);
#else
  count<<<16, 256, 0, s[0]>>>(a);
  look<<<1, 1, 0, s[1]>>>(b, a);
#endif
  return finish();
}
