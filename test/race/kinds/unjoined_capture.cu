// SPDX-License-Identifier: Apache-2.0
// expect: api/unjoined capture
// A stream that was forked in a capture is not joined before its end.
#include "kind.h"

int main() {
  const Ints data;
  const Streams<2> streams;
  const Event event;
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
  cudaEventRecord(event, streams[0]);
  cudaStreamWaitEvent(streams[1], event, 0);
  cudaMemsetAsync(data, 1, kBytes, streams[1]);
  const cudaError_t error = cudaStreamEndCapture(streams[0], &graph);
  std::printf("%s\n", cudaGetErrorName(error));
  return finish();
}
