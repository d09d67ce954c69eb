// SPDX-License-Identifier: Apache-2.0
// Captures and other threads: who may end one, whose unsafe calls are refused.
#include "../transcript.h"

template <class F>
void in_thread(F f) {
  std::thread(f).join();
}

int main() {
  MUST(cudaFree(nullptr));
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    std::printf("mode %d\n", mode);
    cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(8);
    cudaStreamCaptureStatus status;
    MUST(cudaStreamBeginCapture(s, mode));
    in_thread([&] { SHOW(cudaStreamEndCapture(s, &graph)); });
    show_truth("a graph", graph != nullptr);
    SHOW(cudaStreamIsCapturing(s, &status));
    show_value("status", status);
    SHOW(cudaStreamEndCapture(s, &graph));
    cudaGetLastError();

    MUST(cudaStreamBeginCapture(s, mode));
    in_thread([&] {
      void *p;
      SHOW(cudaMalloc(&p, 64));
    });
    SHOW(cudaStreamIsCapturing(s, &status));
    show_value("status", status);
    SHOW(cudaStreamEndCapture(s, &graph));

    MUST(cudaStreamBeginCapture(s, mode));
    in_thread([&] {
      auto mine = cudaStreamCaptureModeThreadLocal;
      MUST(cudaThreadExchangeStreamCaptureMode(&mine));
      void *p;
      SHOW(cudaMalloc(&p, 64));
      SHOW(cudaStreamSynchronize(other));
    });
    SHOW(cudaStreamEndCapture(s, &graph));

    MUST(cudaStreamBeginCapture(s, mode));
    auto relaxed = cudaStreamCaptureModeRelaxed;
    MUST(cudaThreadExchangeStreamCaptureMode(&relaxed));
    void *p;
    SHOW(cudaMalloc(&p, 64));
    MUST(cudaThreadExchangeStreamCaptureMode(&relaxed));
    SHOW(cudaStreamEndCapture(s, &graph));
    cudaGetLastError();
  }
}
