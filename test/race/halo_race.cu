// SPDX-License-Identifier: Apache-2.0
// The copy of the halo is not ordered with the next step's boundary.
// expect: race/race
#include "case.h"

int main() {
  Streams<2> s;
  Device field(4096), halo(64);
  Event edge;
  for (int step = 0; step < 2; ++step) {
    cudaMemsetAsync(field + 4032, step, 64, s[0]);
    cudaEventRecord(edge, s[0]);
    cudaMemsetAsync(field, step, 4032, s[0]);
    cudaStreamWaitEvent(s[1], edge);
    cudaMemcpyAsync(halo, field + 4032, 64, cudaMemcpyDeviceToDevice, s[1]);
  }
  return finish();
}
