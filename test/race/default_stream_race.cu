// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The default stream does not wait for a stream made with cudaStreamNonBlocking.
// FIXED: the default stream waits for blocking streams, and they wait for it.
#include "case.h"

int main() {
#if FIXED
  Streams<2> s(cudaStreamDefault);
#else
  Streams<1> s(cudaStreamNonBlocking);
#endif
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  let_everything_end();
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
#if FIXED
  let_everything_end();
  cudaMemsetAsync(y, 2, 4096, s[1]);
#endif
  return finish();
}
