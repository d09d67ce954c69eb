// SPDX-License-Identifier: Apache-2.0
// Capturing into a graph that exists: dependencies, edge data, refused arguments, and what failures do to the graph.
#include "../transcript.h"

__global__ void kernel() {}

static void show_shape(const char *what, cudaGraph_t graph) {
  std::size_t nodes = 0, roots = 0, edges = 0;
  cudaError_t e = cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  std::printf("%s: %s, nodes %d, roots %d, edges %d\n", what, name_of(e), int(nodes), int(roots), int(edges));
  std::fflush(stdout);
  cudaGetLastError();
}

int main() {
  MUST(cudaFree(nullptr));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamSynchronize(s));
  cudaGraph_t graph, foreign, ended;
  cudaGraphNode_t nodes[3], foreign_node;
  MUST(cudaGraphCreate(&graph, 0));
  MUST(cudaGraphCreate(&foreign, 0));
  for (auto &node : nodes) MUST(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  MUST(cudaGraphAddEmptyNode(&foreign_node, foreign, nullptr, 0));
  const auto mode = cudaStreamCaptureModeGlobal;

  SHOW(cudaStreamBeginCaptureToGraph(s, nullptr, nullptr, nullptr, 0, mode));
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 1, mode));
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, &foreign_node, nullptr, 1, mode));
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nodes, nullptr, 1, static_cast<cudaStreamCaptureMode>(9)));
  SHOW(cudaStreamBeginCaptureToGraph(nullptr, graph, nodes, nullptr, 1, mode));
  SHOW(cudaStreamBeginCaptureToGraph(cudaStreamLegacy, graph, nodes, nullptr, 1, mode));
  show_shape("untouched", graph);

  std::printf("two dependencies, one given twice\n");
  cudaGraphNode_t twice[3] = {nodes[0], nodes[1], nodes[0]};
  cudaError_t e = SHOW(cudaStreamBeginCaptureToGraph(s, graph, twice, nullptr, 3, mode));
  if (e == cudaSuccess) {
    kernel<<<1, 1, 0, s>>>();
    SHOW(cudaStreamEndCapture(s, &ended));
    show_truth("the same graph", ended == graph);
  }
  show_shape("after", graph);
  std::printf("no dependencies\n");
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, mode));
  kernel<<<1, 1, 0, s>>>();
  kernel<<<1, 1, 0, s>>>();
  show_shape("meanwhile", graph);
  SHOW(cudaStreamEndCapture(s, &ended));
  show_shape("after", graph);
  std::printf("empty capture\n");
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nodes, nullptr, 2, mode));
  SHOW(cudaStreamEndCapture(s, &ended));
  show_shape("after", graph);
  std::printf("edge data\n");
  cudaGraphEdgeData edge = {};
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nodes, &edge, 1, mode));
  SHOW(cudaStreamEndCapture(s, &ended));
  edge.type = 9;
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nodes, &edge, 1, mode));
  cudaStreamCaptureStatus status;
  MUST(cudaStreamIsCapturing(s, &status));
  show_value("status", status);
  cudaStreamEndCapture(s, &ended);
  cudaGetLastError();

  std::printf("two captures into one graph\n");
  cudaStream_t t;
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  SHOW(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, mode));
  e = SHOW(cudaStreamBeginCaptureToGraph(t, graph, nullptr, nullptr, 0, mode));
  kernel<<<1, 1, 0, s>>>();
  if (e == cudaSuccess) {
    kernel<<<1, 1, 0, t>>>();
    SHOW(cudaStreamEndCapture(t, &ended));
  }
  SHOW(cudaStreamEndCapture(s, &ended));
  show_shape("after", graph);

  std::printf("invalidated\n");
  cudaGraph_t victim;
  MUST(cudaGraphCreate(&victim, 0));
  SHOW(cudaStreamBeginCaptureToGraph(s, victim, nullptr, nullptr, 0, mode));
  SHOW(cudaStreamQuery(s));
  SHOW(cudaStreamEndCapture(s, &ended));
  show_truth("a graph", ended != nullptr);
  std::printf("in the wrong thread\n");
  MUST(cudaGraphCreate(&victim, 0));
  SHOW(cudaStreamBeginCaptureToGraph(s, victim, nullptr, nullptr, 0, mode));
  std::thread([&] { SHOW(cudaStreamEndCapture(s, &ended)); }).join();
  show_truth("a graph", ended != nullptr);
}
