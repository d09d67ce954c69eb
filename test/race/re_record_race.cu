// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The event is recorded again after the wait: the waiter keeps the earlier record.
// FIXED: there is a wait for each record.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done);
  cudaMemsetAsync(x, 2, 4096, s[0]);
  cudaEventRecord(done, s[0]);
#if FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
