// SPDX-License-Identifier: Apache-2.0
// cudaStreamEndCapture: every way in which a capture can end.
#include "../../transcript.h"

__global__ void kernel() {}

CASES() {
  MUST(cudaFree(nullptr));
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, a>>>();
  MUST(cudaStreamSynchronize(a));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(8);
  const auto untouched = graph;
  auto show_graph = [&] {
    std::printf("graph: %s\n", graph == nullptr ? "null" : graph == untouched ? "untouched" : "made");
    graph = untouched;
  };
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  SHOW(cudaStreamEndCapture(nullptr, &graph));
  show_graph();
  std::printf("well\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, a>>>();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  std::printf("nowhere to put the graph\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(a, nullptr));
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  std::printf("invalidated\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  SHOW(cudaStreamQuery(a));
  std::printf("unjoined\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  kernel<<<1, 1, 0, b>>>();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  SHOW(cudaStreamQuery(b));
  std::printf("on the forked stream\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  SHOW(cudaStreamEndCapture(b, &graph));
  show_graph();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  std::printf("in another thread\n");
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    MUST(cudaStreamBeginCapture(a, mode));
    std::thread([&] { SHOW(cudaStreamEndCapture(a, &graph)); }).join();
    show_graph();
  }
  std::printf("invalidated and in another thread\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamSynchronize(a));
  std::thread([&] { SHOW(cudaStreamEndCapture(a, &graph)); }).join();
  show_graph();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
}
