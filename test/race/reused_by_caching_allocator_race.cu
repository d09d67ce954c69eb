// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A buffer used on a side stream is handed out again on its home stream.
// FIXED: its home stream waits for the side stream first.
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
  Event filled, used;
  cudaMemset(y, 0, 4096);
  cudaDeviceSynchronize();
#else
  Event filled;
#endif
  fill<<<4, 256, 0, s[0]>>>(a, 1024, 1);
  cudaEventRecord(filled, s[0]);
  cudaStreamWaitEvent(s[1], filled);
  add<<<4, 256, 0, s[1]>>>(b, a, 1024);
#if FIXED
  cudaEventRecord(used, s[1]);
  cudaStreamWaitEvent(s[0], used);
#endif
  fill<<<4, 256, 0, s[0]>>>(a, 1024, 2);
  return finish();
}
