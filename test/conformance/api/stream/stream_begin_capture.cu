// SPDX-License-Identifier: Apache-2.0
// cudaStreamBeginCapture: refused streams, modes and states; work does not run while it is captured.
#include "../../transcript.h"

__global__ void put(int *p, int v) { *p = v; }

CASES() {
  DeviceArray<int> word(1);
  cudaStream_t stream, blocking;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&blocking));
  put<<<1, 1, 0, stream>>>(word, 0);
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
  for (int mode : {-1, 3, 42}) SHOW(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(mode)));
  for (cudaStream_t s : {stream, blocking, cudaStreamPerThread})
    for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
      cudaGraph_t graph = nullptr;
      SHOW(cudaStreamBeginCapture(s, mode));
      put<<<1, 1, 0, s>>>(word, 1);
      SHOW(cudaStreamBeginCapture(s, mode));
      SHOW(cudaStreamEndCapture(s, &graph));
      show_truth("a graph", graph != nullptr);
      SHOW(cudaGraphDestroy(graph));
    }
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
  std::printf("invalidated\n");
  cudaGraph_t graph = nullptr;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(stream, &graph));
}
