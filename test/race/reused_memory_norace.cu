// SPDX-License-Identifier: Apache-2.0
// Memory that was freed and allocated again has no history.
#include "case.h"

int main() {
  Streams<2> s;
  for (int i = 0; i < 4; ++i) {
    char* x = nullptr;
    cudaMalloc(&x, 4096);
    cudaMemsetAsync(x, i, 4096, s[i % 2]);
    cudaFree(x);
  }
  return finish();
}
