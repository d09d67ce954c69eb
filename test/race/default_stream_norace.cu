// SPDX-License-Identifier: Apache-2.0
// The default stream waits for blocking streams, and they for it.
#include "case.h"

int main() {
  Streams<2> s(cudaStreamDefault);
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  let_everything_end();
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
  let_everything_end();
  cudaMemsetAsync(y, 2, 4096, s[1]);
  return finish();
}
