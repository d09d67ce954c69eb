// SPDX-License-Identifier: Apache-2.0
// cudaStreamUpdateCaptureDependencies: adding, setting, dropping; refused arguments and states.
#include "../../transcript.h"

__global__ void kernel() {}

CASES() {
  MUST(cudaFree(nullptr));
  cudaStream_t stream, fork;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&fork, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, stream>>>();
  MUST(cudaStreamSynchronize(stream));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph, foreign, ended;
  cudaGraphNode_t foreign_node, mine[2];
  MUST(cudaGraphCreate(&foreign, 0));
  MUST(cudaGraphAddEmptyNode(&foreign_node, foreign, nullptr, 0));
  auto show_count = [&] {
    const cudaGraphNode_t *nodes;
    std::size_t count = 77;
    cudaError_t e = cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, nullptr, &count);
    std::printf("%s, status %d, dependencies %d\n", name_of(e), status, int(count));
  };
  SHOW(cudaStreamUpdateCaptureDependencies(stream, &foreign_node, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamUpdateCaptureDependencies(nullptr, nullptr, nullptr, 0, cudaStreamAddCaptureDependencies));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph));
  kernel<<<1, 1, 0, stream>>>();
  for (auto &node : mine) MUST(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  SHOW(cudaStreamUpdateCaptureDependencies(stream, mine, nullptr, 2));
  show_count();
  SHOW(cudaStreamUpdateCaptureDependencies(stream, mine, nullptr, 1, cudaStreamSetCaptureDependencies));
  show_count();
  cudaGraphNode_t twice[2] = {mine[1], mine[1]};
  SHOW(cudaStreamUpdateCaptureDependencies(stream, twice, nullptr, 2, cudaStreamSetCaptureDependencies));
  show_count();
  SHOW(cudaStreamUpdateCaptureDependencies(stream, mine, nullptr, 1, 2));
  SHOW(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 1, cudaStreamSetCaptureDependencies));
  cudaGraphNode_t null_node = nullptr;
  SHOW(cudaStreamUpdateCaptureDependencies(stream, &null_node, nullptr, 1, cudaStreamSetCaptureDependencies));
  show_count();
  SHOW(cudaStreamUpdateCaptureDependencies(stream, &foreign_node, nullptr, 1, cudaStreamAddCaptureDependencies));
  show_count();
  SHOW(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  show_count();
  SHOW(cudaStreamEndCapture(stream, &ended));

  std::printf("a fork that is dropped need not be joined\n");
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, stream));
  MUST(cudaStreamWaitEvent(fork, event, 0));
  kernel<<<1, 1, 0, fork>>>();
  SHOW(cudaStreamUpdateCaptureDependencies(fork, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  SHOW(cudaStreamEndCapture(stream, &ended));
  std::printf("invalidated\n");
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  SHOW(cudaStreamEndCapture(stream, &ended));
}
