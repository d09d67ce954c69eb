// SPDX-License-Identifier: Apache-2.0
// The default stream waits for work of a stream that has been destroyed, also when that had ended.
#include "case.h"

int main() {
  Device x(4096), y(4096);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMemsetAsync(x, 1, 4096, s);
  cudaStreamDestroy(s);
  let_everything_end();
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
  return finish();
}
