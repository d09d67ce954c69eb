// SPDX-License-Identifier: Apache-2.0
// cudaGraphCreate: flags, null, what a new graph is, while a stream captures.
#include "../../transcript.h"

CASES() {
  cudaGraph_t graph = nullptr, second = nullptr, captured;
  SHOW(cudaGraphCreate(nullptr, 0));
  for (unsigned flags : {1u, 2u, 0x80000000u}) SHOW(cudaGraphCreate(&graph, flags));
  show_truth("untouched", graph == nullptr);
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphCreate(&second, 0));
  show_truth("two graphs", graph != nullptr && second != nullptr && graph != second);
  std::size_t nodes = 77, roots = 77, edges = 77;
  SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &roots));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  show_row("nodes, roots, edges", {int(nodes), int(roots), int(edges)});
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaGraph_t third;
  SHOW(cudaGraphCreate(&third, 0));
  SHOW(cudaGraphDestroy(third));
  SHOW(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaGraphDestroy(second));
  SHOW(cudaGraphDestroy(graph));
}
