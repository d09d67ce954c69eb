// SPDX-License-Identifier: Apache-2.0
// What a capture says of itself, and its dependencies.
#include "../../cases.h"

__global__ void kernel() {}

// cudaStreamGetCaptureInfo: what it writes when, with and without edge data.
CASE(stream_get_capture_info) {
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

// cudaStreamUpdateCaptureDependencies: adding, setting, dropping; refused arguments and states.
CASE(stream_update_capture_dependencies) {
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
