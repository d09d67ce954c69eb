// SPDX-License-Identifier: Apache-2.0
// The event is waited for before it was ever recorded: the wait is empty.
// expect: race/race
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaStreamWaitEvent(s[1], done);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaEventRecord(done, s[0]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
