// SPDX-License-Identifier: Apache-2.0
// cudaStreamBeginCaptureToGraph: arguments that are refused, and states.
#include "../../transcript.h"

__global__ void kernel() {}

CASES() {
  MUST(cudaFree(nullptr));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, stream>>>();
  MUST(cudaStreamSynchronize(stream));
  cudaGraph_t graph, ended;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node;
  MUST(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  SHOW(cudaStreamBeginCaptureToGraph(nullptr, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 2, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, static_cast<cudaStreamCaptureMode>(3)));
  cudaGraphNode_t null_node = nullptr;
  SHOW(cudaStreamBeginCaptureToGraph(stream, graph, &null_node, nullptr, 1, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(stream, graph, &node, nullptr, 0, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(stream, graph, &node, nullptr, 1, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, stream>>>();
  SHOW(cudaStreamEndCapture(stream, &ended));
  show_truth("the same graph", ended == graph);
  std::size_t roots = 0, nodes = 0;
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &roots));
  SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_row("nodes, roots", {int(nodes), int(roots)});
  SHOW(cudaStreamBeginCaptureToGraph(stream, graph, &node, nullptr, 1, cudaStreamCaptureModeRelaxed));
  cudaGraph_t told = nullptr;
  cudaStreamCaptureStatus status;
  SHOW(cudaStreamGetCaptureInfo(stream, &status, nullptr, &told));
  show_truth("told the same graph", told == graph);
  SHOW(cudaStreamEndCapture(stream, &ended));
}
