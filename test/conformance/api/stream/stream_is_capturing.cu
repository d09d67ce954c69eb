// SPDX-License-Identifier: Apache-2.0
// cudaStreamIsCapturing: the three statuses, and the answer for the legacy stream.
#include "../../transcript.h"

static void ask(const char *what, cudaStream_t stream) {
  auto status = static_cast<cudaStreamCaptureStatus>(77);
  cudaError_t e = cudaStreamIsCapturing(stream, &status);
  std::printf("%s: %s", what, name_of(e));
  if (e == cudaSuccess) std::printf(", status %d", status);  // unspecified otherwise
  std::printf("\n");
}

CASES() {
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  SHOW(cudaStreamIsCapturing(blocking, nullptr));
  SHOW(cudaStreamIsCapturing(nullptr, nullptr));
  cudaGraph_t graph;
  for (cudaStream_t s : {free_stream, blocking}) {
    std::printf("%s\n", s == blocking ? "blocking" : "non-blocking");
    ask("idle", s);
    MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    ask("capturing", s);
    ask("NULL", nullptr);
    ask("legacy", cudaStreamLegacy);
    ask("per-thread", cudaStreamPerThread);
    SHOW(cudaStreamIsCapturing(s, nullptr));
    SHOW(cudaStreamQuery(s));
    ask("invalidated", s);
    ask("legacy", cudaStreamLegacy);
    SHOW(cudaStreamEndCapture(s, &graph));
    ask("ended", s);
    ask("legacy", cudaStreamLegacy);
  }
}
