// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The chunks overlap in one element.
// FIXED: the chunks of kernels on many streams lie next to each other.
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
#if FIXED
  constexpr int kStreams = 8, kChunk = 333;
  Streams<kStreams> s;
  Device x(kStreams * kChunk * sizeof(int)), y(kStreams * kChunk * sizeof(int));
#else
  Streams<2> s;
  Device x(4096), y(4096);
#endif
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
#if FIXED
  for (int i = 0; i < kStreams; ++i) {
    fill<<<2, 256, 0, s[i]>>>(a + i * kChunk, kChunk, i);
    fill<<<2, 256, 0, s[i]>>>(b + i * kChunk, kChunk, i);
    add<<<2, 256, 0, s[i]>>>(b + i * kChunk, a + i * kChunk, kChunk);
  }
#else
  fill<<<2, 256, 0, s[0]>>>(a, 301, 1);
  fill<<<2, 256, 0, s[1]>>>(a + 300, 300, 2);
#endif
  return finish();
}
