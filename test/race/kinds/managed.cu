// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The host writes managed memory that a kernel uses.
#include "kind.h"

int main() {
  int* data = nullptr;
  cudaMallocManaged(&data, kBytes);
  const Streams<1> streams;
  fill<<<kBlocks, kThreads, 0, streams[0]>>>(data, 1);
  data[3] = 7;
  const int result = finish();
  cudaFree(data);
  return result;
}
