// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The event is waited for before it was ever recorded: the wait is empty.
// FIXED: the record comes first.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
#if !FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaEventRecord(done, s[0]);
#if FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
