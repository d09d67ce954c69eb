// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The copy of the halo is not ordered with the next step's boundary.
// FIXED: the copy is ordered.
#include "case.h"

int main() {
  Streams<2> s;
  Device field(4096), halo(64);
#if FIXED
  Event edge, copied;
#else
  Event edge;
#endif
  for (int step = 0; step < 2; ++step) {
#if FIXED
    cudaStreamWaitEvent(s[0], copied);
#endif
    cudaMemsetAsync(field + 4032, step, 64, s[0]);
    cudaEventRecord(edge, s[0]);
    cudaMemsetAsync(field, step, 4032, s[0]);
    cudaStreamWaitEvent(s[1], edge);
    cudaMemcpyAsync(halo, field + 4032, 64, cudaMemcpyDeviceToDevice, s[1]);
#if FIXED
    cudaEventRecord(copied, s[1]);
#endif
  }
  return finish();
}
