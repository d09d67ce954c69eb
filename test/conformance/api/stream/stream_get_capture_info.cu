// SPDX-License-Identifier: Apache-2.0
// cudaStreamGetCaptureInfo: what it writes when, with and without edge data.
#include "../../transcript.h"

__global__ void kernel() {}

CASES() {
  MUST(cudaFree(nullptr));
  cudaStream_t stream, blocking;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&blocking));
  kernel<<<1, 1, 0, stream>>>();
  MUST(cudaStreamSynchronize(stream));
  auto status = static_cast<cudaStreamCaptureStatus>(77);
  unsigned long long id = 77, second_id = 77;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t *nodes = nullptr;
  const cudaGraphEdgeData *edges = nullptr;
  std::size_t count = 77;
  SHOW(cudaStreamGetCaptureInfo(stream, nullptr));
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &edges, &count));
  show_row("status, id, count", {int(status), int(id), int(count)});
  show_truth("pointers untouched", graph == nullptr && nodes == nullptr && edges == nullptr);
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(stream, nullptr, &id));
  SHOW(cudaStreamGetCaptureInfo(stream, &status));
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &edges, &count));
  show_row("status, count", {int(status), int(count)});
  show_truth("a graph", graph != nullptr);
  kernel<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &second_id, nullptr, &nodes, nullptr, &count));
  show_truth("same id", id == second_id);
  show_value("count", static_cast<long long>(count));
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(nodes[0], &type));
  show_value("type", type);
  SHOW(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, nullptr, nullptr));
  SHOW(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, &edges, &count));
  SHOW(cudaStreamIsCapturing(stream, &status));
  show_value("status", status);
  cudaGraph_t ended;
  SHOW(cudaStreamEndCapture(stream, &ended));
  show_truth("the same graph", ended == graph);
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &second_id));
  show_truth("another id", id != second_id);
  SHOW(cudaStreamQuery(stream));
  count = 77;
  graph = nullptr;
  SHOW(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &edges, &count));
  show_row("status, count", {int(status), int(count)});
  show_truth("a graph", graph != nullptr);
  SHOW(cudaStreamEndCapture(stream, &ended));
  MUST(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(nullptr, &status));
  SHOW(cudaStreamGetCaptureInfo(cudaStreamLegacy, &status));
  SHOW(cudaStreamEndCapture(blocking, &ended));
}
