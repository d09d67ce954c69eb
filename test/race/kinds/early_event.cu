// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The event is recorded before the work that it should cover.
#include "kind.h"

int main() {
  const Ints data;
  cudaMemset(data, 0, kBytes);
  cudaDeviceSynchronize();
  const Streams<2> streams;
  const Event event;
  cudaEventRecord(event, streams[0]);
  fill<<<kBlocks, kThreads, 0, streams[0]>>>(data, 1);
  cudaStreamWaitEvent(streams[1], event, 0);
  add<<<kBlocks, kThreads, 0, streams[1]>>>(data, 2);
  return finish();
}
