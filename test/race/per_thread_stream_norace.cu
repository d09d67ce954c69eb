// flags: --default-stream per-thread
// SPDX-License-Identifier: Apache-2.0
// Asked for by its name, the legacy default stream waits.
#include "case.h"

int main() {
  Streams<1> s(cudaStreamDefault);
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, cudaStreamLegacy);
  return finish();
}
