// SPDX-License-Identifier: Apache-2.0
// expect: race/use before allocation
// The allocation has long been done when the other stream gets its work: nothing has told the program.
// FIXED: the host has waited for the allocation's stream.
#if !FIXED
#include <unistd.h>

#endif
#include "case.h"

int main() {
  Streams<2> s;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
#if FIXED
  cudaStreamSynchronize(s[0]);
#else
  usleep(20000);
#endif
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaFreeAsync(x, s[0]);
  return finish();
}
