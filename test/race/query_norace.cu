// SPDX-License-Identifier: Apache-2.0
// Asked until it is done.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  while (cudaStreamQuery(s[0]) == cudaErrorNotReady) {
  }
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
