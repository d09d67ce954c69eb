// SPDX-License-Identifier: Apache-2.0
// Asked once, and the answer ignored.
// expect: race/race
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  hold(s[0]);
  cudaMemsetAsync(x, 1, 4096, s[0]);
  (void)cudaStreamQuery(s[0]);
  let_go();
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}
