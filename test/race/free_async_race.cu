// SPDX-License-Identifier: Apache-2.0
// expect: race/free of memory in use
// Freed on one stream while another still uses it.
// FIXED: the stream that frees waits for the one that uses the memory, which a third one gets next.
#include "case.h"

int main() {
#if FIXED
  Streams<3> s;
  Event made, used;
#else
  Streams<2> s;
  Device y(4096);
  Event made;
#endif
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  cudaEventRecord(made, s[0]);
  cudaStreamWaitEvent(s[1], made);
  cudaMemsetAsync(x, 1, 4096, s[1]);
#if FIXED
  cudaEventRecord(used, s[1]);
  cudaStreamWaitEvent(s[0], used);
#endif
  cudaFreeAsync(x, s[0]);
#if FIXED
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 3; ++k) {
      char* next = nullptr;
      cudaMallocAsync(&next, 4096, s[k]);
      cudaMemsetAsync(next, i, 4096, s[k]);
      cudaFreeAsync(next, s[k]);
    }
  }
#endif
  return finish();
}
