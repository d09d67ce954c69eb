// SPDX-License-Identifier: Apache-2.0
// The consumer waits for an event behind the producer.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
