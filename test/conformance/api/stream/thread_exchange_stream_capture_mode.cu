// SPDX-License-Identifier: Apache-2.0
// cudaThreadExchangeStreamCaptureMode: per thread, any value, during captures too.
#include "../../transcript.h"

static int exchange(int mode) {
  auto value = static_cast<cudaStreamCaptureMode>(mode);
  SHOW(cudaThreadExchangeStreamCaptureMode(&value));
  return value;
}

CASES() {
  show_value("before", exchange(cudaStreamCaptureModeRelaxed));
  std::thread([] { show_value("in another thread", exchange(cudaStreamCaptureModeThreadLocal)); }).join();
  show_value("before", exchange(42));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  void *p;
  cudaGraph_t graph;
  for (int capture : {0, 1, 2})
    for (int thread : {0, 1, 2, 42}) {
      std::printf("capture mode %d, thread mode %d\n", capture, thread);
      MUST(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(capture)));
      exchange(thread);
      SHOW(cudaMalloc(&p, 64));
      SHOW(cudaStreamEndCapture(stream, &graph));
      exchange(cudaStreamCaptureModeGlobal);
      MUST(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(capture)));
      std::thread([&] {
        exchange(thread);
        SHOW(cudaMalloc(&p, 64));
      }).join();
      SHOW(cudaStreamEndCapture(stream, &graph));
    }
}
