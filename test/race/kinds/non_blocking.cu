// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A non-blocking stream does not wait for the default stream.
#include "kind.h"

int main() {
  const Ints data;
  cudaMemset(data, 0, kBytes);
  cudaDeviceSynchronize();
  const Streams<1> streams;
  fill<<<kBlocks, kThreads>>>(data, 1);
  add<<<kBlocks, kThreads, 0, streams[0]>>>(data, 2);
  return finish();
}
