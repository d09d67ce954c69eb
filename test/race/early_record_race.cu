// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The event is recorded before the work that it should cover.
// FIXED: the event is recorded after all of it.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(y, 0, 4096, s[0]);
#if !FIXED
  cudaEventRecord(done, s[0]);
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaEventRecord(done, s[0]);
#endif
  cudaStreamWaitEvent(s[1], done);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
