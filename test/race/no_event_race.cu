// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A producer and a consumer on two streams, no event.
// FIXED: the consumer waits for an event after the producer.
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
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
