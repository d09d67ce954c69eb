// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The wrong stream is waited for.
// FIXED: the host synchronises, in each of the ways there are.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  Event done;
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaStreamSynchronize(s[0]);
  cudaMemsetAsync(x, 2, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaMemsetAsync(x, 3, 4096, s[0]);
  cudaEventRecord(done, s[0]);
  cudaEventSynchronize(done);
  cudaMemsetAsync(x, 4, 4096, s[1]);
  cudaEventRecord(done, s[1]);
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  cudaMemsetAsync(x, 5, 4096, s[0]);
#else
  cudaStreamSynchronize(s[1]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
#endif
  return finish();
}
