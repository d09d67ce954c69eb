// SPDX-License-Identifier: Apache-2.0
// Disjoint chunks of one allocation on many streams, each with a part of pinned memory.
#include "case.h"

int main() {
  constexpr int kStreams = 8, kChunk = 1000;
  Streams<kStreams> s;
  Device x(kStreams * kChunk);
  Pinned in(kStreams * kChunk), out(kStreams * kChunk);
  for (int i = 0; i < kStreams; ++i) {
    cudaMemcpyAsync(x + i * kChunk, in + i * kChunk, kChunk, cudaMemcpyHostToDevice, s[i]);
    cudaMemcpyAsync(out + i * kChunk, x + i * kChunk, kChunk, cudaMemcpyDeviceToHost, s[i]);
  }
  return finish();
}
