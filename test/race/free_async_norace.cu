// SPDX-License-Identifier: Apache-2.0
// The stream that frees waits for the one that uses it; the memory is handed on to a third.
#include "case.h"

int main() {
  Streams<3> s;
  Event made, used;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  cudaEventRecord(made, s[0]);
  cudaStreamWaitEvent(s[1], made);
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaEventRecord(used, s[1]);
  cudaStreamWaitEvent(s[0], used);
  cudaFreeAsync(x, s[0]);
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 3; ++k) {
      char* next = nullptr;
      cudaMallocAsync(&next, 4096, s[k]);
      cudaMemsetAsync(next, i, 4096, s[k]);
      cudaFreeAsync(next, s[k]);
    }
  }
  return finish();
}
