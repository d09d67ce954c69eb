// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// Asked once, and the answer ignored.
// FIXED: the host queries until the event is complete.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
#if !FIXED
  hold(s[0]);
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  while (cudaStreamQuery(s[0]) == cudaErrorNotReady) {
  }
#else
  (void)cudaStreamQuery(s[0]);
  let_go();
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
