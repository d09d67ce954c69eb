// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A kernel reads what a kernel of another stream writes.
// FIXED: an event orders them.
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
#if !FIXED
  cudaMemset(x, 0, 4096);
  cudaMemset(y, 0, 4096);
  cudaDeviceSynchronize();
#endif
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
#if FIXED
  Event done;
#endif
  fill<<<4, 256, 0, s[0]>>>(a, 1024, 1);
#if FIXED
  fill<<<4, 256, 0, s[1]>>>(b, 1024, 0);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done);
#endif
  add<<<4, 256, 0, s[1]>>>(b, a, 1024);
  return finish();
}
