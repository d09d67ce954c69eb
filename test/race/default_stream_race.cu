// SPDX-License-Identifier: Apache-2.0
// The default stream does not wait for a stream made with cudaStreamNonBlocking.
// expect: race/race
#include "case.h"

int main() {
  Streams<1> s(cudaStreamNonBlocking);
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
  return finish();
}
