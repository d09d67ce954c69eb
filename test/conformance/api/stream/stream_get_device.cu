// SPDX-License-Identifier: Apache-2.0
// cudaStreamGetDevice: the device that a stream belongs to.
#include "../../transcript.h"

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  for (cudaStream_t s : {stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    int device = 77;
    SHOW(cudaStreamGetDevice(s, &device));
    show_value("device", device);
  }
  int device = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamGetDevice(stream, &device));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}
