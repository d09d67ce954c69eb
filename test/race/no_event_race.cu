// SPDX-License-Identifier: Apache-2.0
// A producer and a consumer on two streams, no event.
// expect: race/race
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
