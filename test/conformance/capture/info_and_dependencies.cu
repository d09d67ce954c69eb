// SPDX-License-Identifier: Apache-2.0
// What is told about a capture, and changing its dependencies.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
  MUST(cudaFree(nullptr));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaStreamCaptureStatus status = static_cast<cudaStreamCaptureStatus>(77);
  unsigned long long id = 77, id2 = 77;
  cudaGraph_t graph = nullptr, ended = nullptr;
  const cudaGraphNode_t *deps = nullptr;
  std::size_t count = 77;
  SHOW(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &deps, nullptr, &count));
  show_row("status, id, count", {int(status), int(id), int(count)});
  SHOW(cudaStreamGetCaptureInfo(s, nullptr));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &deps, nullptr, &count));
  show_row("status, count", {int(status), int(count)});
  kernel<<<1, 1, 0, s>>>();
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamGetCaptureInfo(s, &status, &id2, &graph, &deps, nullptr, &count));
  show_truth("same id", id == id2);
  show_value("count", static_cast<long long>(count));
  cudaGraphNode_t last = deps[0], added;
  SHOW(cudaGraphAddEmptyNode(&added, graph, nullptr, 0));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &added, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &added, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &deps, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &last, nullptr, 1, cudaStreamSetCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &deps, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &last, nullptr, 1, 9));
  SHOW(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamEndCapture(s, &ended));
  show_truth("the same graph", ended == graph);
  std::size_t nodes, roots;
  SHOW(cudaGraphGetNodes(ended, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(ended, nullptr, &roots));
  show_row("nodes, roots", {int(nodes), int(roots)});
  SHOW(cudaStreamUpdateCaptureDependencies(s, &last, nullptr, 1, cudaStreamAddCaptureDependencies));

  cudaGraph_t mine;
  MUST(cudaGraphCreate(&mine, 0));
  SHOW(cudaStreamBeginCaptureToGraph(s, nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(s, mine, nullptr, nullptr, 1, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(nullptr, mine, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  MUST(cudaGraphAddEmptyNode(&added, mine, nullptr, 0));
  SHOW(cudaStreamBeginCaptureToGraph(s, mine, &added, nullptr, 1, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamEndCapture(s, &ended));
  show_truth("the same graph", ended == mine);
  SHOW(cudaGraphGetNodes(mine, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(mine, nullptr, &roots));
  show_row("nodes, roots", {int(nodes), int(roots)});
}
