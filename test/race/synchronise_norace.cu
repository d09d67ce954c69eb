// SPDX-License-Identifier: Apache-2.0
// The right one, by each of the ways there are.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(x, 1, 4096, s[0]);
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
  return finish();
}
