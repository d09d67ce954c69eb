// SPDX-License-Identifier: Apache-2.0
// flags: --default-stream per-thread
// expect: race/race
// Stream 0 is the per-thread default stream here: it does not wait for other streams.
// FIXED: the legacy default stream, named explicitly, waits.
#include "case.h"

int main() {
  Streams<1> s(cudaStreamDefault);
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, cudaStreamLegacy);
#else
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
#endif
  return finish();
}
