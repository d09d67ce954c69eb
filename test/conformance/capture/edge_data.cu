// SPDX-License-Identifier: Apache-2.0
// Edge data in a capture: read, lost, set by hand, refused.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
  MUST(cudaFree(nullptr));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamSynchronize(s));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  const cudaGraphNode_t *nodes;
  const cudaGraphEdgeData *edges;
  std::size_t count = 77;
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, &edges, &count));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph, &nodes, &edges, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, &edges, &count));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_row("count, ports, type", {int(count), edges[0].from_port, edges[0].to_port, edges[0].type});
  cudaGraphNode_t first = nodes[0];

  std::printf("set by hand\n");
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &programmatic, 1, cudaStreamSetCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, nullptr, &count));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, nullptr, &count));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_row("count, ports, type", {int(count), edges[0].from_port, edges[0].to_port, edges[0].type});
  std::printf("the same node with other data\n");
  cudaGraphEdgeData plain = {};
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &plain, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &programmatic, 1, cudaStreamSetCaptureDependencies));
  kernel<<<1, 1, 0, s>>>();
  show_last_error("after a launch on a programmatic edge");
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_row("count, ports, type", {int(count), edges[0].from_port, edges[0].to_port, edges[0].type});
  std::size_t edge_count = 0;
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edge_count));
  show_value("edges", static_cast<long long>(edge_count));
  if (edge_count == 1) {
    cudaGraphNode_t from, to;
    cudaGraphEdgeData data;
    SHOW(cudaGraphGetEdges(graph, &from, &to, &data, &edge_count));
    show_row("ports, type", {data.from_port, data.to_port, data.type});
  }
  std::printf("refused\n");
  cudaGraphEdgeData bad = {};
  bad.type = 9;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &bad, 1, cudaStreamAddCaptureDependencies));
  bad = {};
  bad.from_port = 9;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &bad, 1, cudaStreamAddCaptureDependencies));
  bad = {};
  bad.reserved[0] = 1;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &bad, 1, cudaStreamAddCaptureDependencies));
  cudaGraphNode_t none = nullptr;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &none, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamIsCapturing(s, &status));
  show_value("status", status);
  SHOW(cudaStreamEndCapture(s, &graph));
}
