// SPDX-License-Identifier: Apache-2.0
// The allocation has long been done when the other stream gets its work: nothing has told the program.
// expect: race/use before allocation
#include <unistd.h>

#include "case.h"

int main() {
  Streams<2> s;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  usleep(20000);
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaFreeAsync(x, s[0]);
  return finish();
}
