// SPDX-License-Identifier: Apache-2.0
// cudaStreamGetFlags: of created and default streams; refused on a capturing one, which ends the capture.
#include "../../transcript.h"

CASES() {
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  SHOW(cudaStreamGetFlags(blocking, nullptr));
  SHOW(cudaStreamGetFlags(nullptr, nullptr));
  for (cudaStream_t stream : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    unsigned flags = 77;
    SHOW(cudaStreamGetFlags(stream, &flags));
    show_value("flags", flags);
  }
  unsigned flags = 77;
  MUST(cudaStreamBeginCapture(free_stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamGetFlags(free_stream, &flags));
  show_value("flags", flags);
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(free_stream, &graph));
}
