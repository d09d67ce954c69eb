// SPDX-License-Identifier: Apache-2.0
// Freed on one stream while another still uses it.
// expect: race/free of memory in use
#include "case.h"

int main() {
  Streams<2> s;
  Device y(4096);
  Event made;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  cudaEventRecord(made, s[0]);
  cudaStreamWaitEvent(s[1], made);
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaFreeAsync(x, s[0]);
  return finish();
}
