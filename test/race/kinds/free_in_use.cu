// SPDX-License-Identifier: Apache-2.0
// expect: race/free of memory in use
// Memory is given back in one stream while another still uses it.
#include "kind.h"

int main() {
  const Streams<2> streams;
  int* data = nullptr;
  cudaMallocAsync(&data, kBytes, streams[0]);
  fill<<<kBlocks, kThreads, 0, streams[0]>>>(data, 1);
  cudaStreamSynchronize(streams[0]);
  add<<<kBlocks, kThreads, 0, streams[1]>>>(data, 2);
  cudaFreeAsync(data, streams[0]);
  return finish();
}
