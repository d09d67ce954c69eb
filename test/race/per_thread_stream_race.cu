// flags: --default-stream per-thread
// SPDX-License-Identifier: Apache-2.0
// Stream 0 is the per-thread default stream here: it does not wait for other streams.
// expect: race/race
#include "case.h"

int main() {
  Streams<1> s(cudaStreamDefault);
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
  return finish();
}
