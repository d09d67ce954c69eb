// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The producer has certainly ended when the consumer comes, but nothing says so: another stream was waited for.
// FIXED: the event is complete when it is waited for; the wait counts all the same.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  Event done;
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaEventRecord(done, s[0]);
#endif
  let_everything_end();
#if FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
