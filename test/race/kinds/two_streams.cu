// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// A kernel writes what a kernel of another stream reads, and no event is between them.
#include "kind.h"

int main() {
  const Ints data;
  cudaMemset(data, 0, kBytes);
  cudaDeviceSynchronize();
  const Streams<2> streams;
  fill<<<kBlocks, kThreads, 0, streams[0]>>>(data, 1);
  add<<<kBlocks, kThreads, 0, streams[1]>>>(data, 2);
  return finish();
}
