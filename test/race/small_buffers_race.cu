// SPDX-License-Identifier: Apache-2.0
// expect: race/race race/race
// says: kernel add_one(int*) and host access on 1 byte of managed memory
// says: copy and host access on 1 byte of pinned memory
// Small buffers made one after the other. What the host may do in the first one, which has been waited for, does not hide what it does
// too early in the second one. FIXED: it waits for both.
#include "case.h"

__global__ void add_one(int* v) { v[threadIdx.x]++; }

inline int sum = 0;
/// So that the accesses stay in the program.
inline void keep(int value) { sum += value; }

int main() {
  Streams<2> s;
  int *one, *other;
  cudaMallocManaged(&one, 128);
  cudaMallocManaged(&other, 128);
  for (int i = 0; i < 32; ++i) one[i] = other[i] = i;
  cudaStreamAttachMemAsync(s[0], one, 0, cudaMemAttachSingle);
  cudaStreamAttachMemAsync(s[1], other, 0, cudaMemAttachSingle);
  cudaDeviceSynchronize();
  add_one<<<1, 32, 0, s[0]>>>(one);
  add_one<<<1, 32, 0, s[1]>>>(other);
  cudaStreamSynchronize(s[0]);
  if (FIXED) cudaStreamSynchronize(s[1]);
  keep(one[3]);
  keep(other[3]);
  cudaDeviceSynchronize();

  Device d(128);
  cudaMemset(d, 0, 128);
  cudaDeviceSynchronize();
  Pinned first(128), second(128);
  cudaMemcpyAsync(first, d, 128, cudaMemcpyDeviceToHost, s[0]);
  cudaMemcpyAsync(second, d, 128, cudaMemcpyDeviceToHost, s[1]);
  cudaStreamSynchronize(s[0]);
  if (FIXED) cudaStreamSynchronize(s[1]);
  keep(reinterpret_cast<int*>(static_cast<char*>(first))[3]);
  keep(reinterpret_cast<int*>(static_cast<char*>(second))[3]);
  const int code = sum == -1 ? 1 : finish();
  cudaFree(one);
  cudaFree(other);
  return code;
}
