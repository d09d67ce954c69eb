// SPDX-License-Identifier: Apache-2.0
// Beginning and ending captures: refused streams, modes and orders.
#include "../transcript.h"

__global__ void kernel() {}

void show_status(const char *what, cudaStream_t s) {
  cudaStreamCaptureStatus status = static_cast<cudaStreamCaptureStatus>(77);
  cudaError_t e = cudaStreamIsCapturing(s, &status);
  std::printf("%s: %s, status %d\n", what, name_of(e), status);
}

int main() {
  MUST(cudaFree(nullptr));
  cudaStream_t s, t;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  cudaGraph_t graph = nullptr;
  SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(9)));
  SHOW(cudaStreamEndCapture(s, &graph));
  show_status("idle", s);
  SHOW(cudaStreamIsCapturing(s, nullptr));
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    std::printf("mode %d\n", mode);
    SHOW(cudaStreamBeginCapture(s, mode));
    show_status("capturing", s);
    show_status("other stream", t);
    SHOW(cudaStreamBeginCapture(s, mode));
    show_status("after a second begin", s);
    kernel<<<1, 1, 0, s>>>();
    show_last_error("after a launch");
    graph = reinterpret_cast<cudaGraph_t>(8);
    SHOW(cudaStreamEndCapture(s, &graph));
    show_truth("a graph", graph != nullptr);
    std::size_t nodes = 77;
    SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
    show_value("nodes", static_cast<long long>(nodes));
    SHOW(cudaGraphDestroy(graph));
    show_status("ended", s);
  }
  SHOW(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(cudaStreamPerThread, &graph));
  std::size_t nodes = 77;
  SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
  SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(s, nullptr));
  show_status("ended without a place for the graph", s);
  auto mode = cudaStreamCaptureModeRelaxed;
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
  show_value("mode before", mode);
  SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
  show_value("mode before", mode);
}
