// SPDX-License-Identifier: Apache-2.0
// The host has waited for the allocation's stream.
#include "case.h"

int main() {
  Streams<2> s;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  cudaStreamSynchronize(s[0]);
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaFreeAsync(x, s[0]);
  return finish();
}
