// SPDX-License-Identifier: Apache-2.0
// It is.
#include "case.h"

int main() {
  Streams<2> s;
  Device field(4096), halo(64);
  Event edge, copied;
  for (int step = 0; step < 2; ++step) {
    cudaStreamWaitEvent(s[0], copied);
    cudaMemsetAsync(field + 4032, step, 64, s[0]);
    cudaEventRecord(edge, s[0]);
    cudaMemsetAsync(field, step, 4032, s[0]);
    cudaStreamWaitEvent(s[1], edge);
    cudaMemcpyAsync(halo, field + 4032, 64, cudaMemcpyDeviceToDevice, s[1]);
    cudaEventRecord(copied, s[1]);
  }
  return finish();
}
