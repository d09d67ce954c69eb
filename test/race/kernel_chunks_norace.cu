// SPDX-License-Identifier: Apache-2.0
// Kernels on many streams, each with its chunk of one array, next to each other.
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
  constexpr int kStreams = 8, kChunk = 333;
  Streams<kStreams> s;
  Device x(kStreams * kChunk * sizeof(int)), y(kStreams * kChunk * sizeof(int));
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
  for (int i = 0; i < kStreams; ++i) {
    fill<<<2, 256, 0, s[i]>>>(a + i * kChunk, kChunk, i);
    fill<<<2, 256, 0, s[i]>>>(b + i * kChunk, kChunk, i);
    add<<<2, 256, 0, s[i]>>>(b + i * kChunk, a + i * kChunk, kChunk);
  }
  return finish();
}
