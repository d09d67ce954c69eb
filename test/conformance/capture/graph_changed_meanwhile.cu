// SPDX-License-Identifier: Apache-2.0
// Changing the graph by hand while it is captured: edges, nodes, and what counts as unjoined then.
#include "../transcript.h"

__global__ void kernel() {}

static void finish(cudaStream_t s) {
  cudaGraph_t graph = nullptr;
  cudaError_t e = cudaStreamEndCapture(s, &graph);
  std::size_t nodes = 0, edges = 0;
  if (graph) {
    MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
    MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    MUST(cudaGraphDestroy(graph));
  }
  std::printf("end: %s, nodes %d, edges %d\n", name_of(e), int(nodes), int(edges));
  cudaGetLastError();
}

int main() {
  MUST(cudaFree(nullptr));
  cudaStream_t s, fork;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&fork, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamSynchronize(s));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  const cudaGraphNode_t *seen;
  std::size_t count;
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));

  std::printf("a node added by hand is not joined\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph));
  cudaGraphNode_t mine;
  SHOW(cudaGraphAddEmptyNode(&mine, graph, nullptr, 0));
  kernel<<<1, 1, 0, s>>>();
  finish(s);

  std::printf("the edge to the origin's node removed by hand\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph, &seen, nullptr, &count));
  cudaGraphNode_t first = seen[0];
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph, &seen, nullptr, &count));
  cudaGraphNode_t second = seen[0];
  SHOW(cudaGraphRemoveDependencies(graph, &first, &second, nullptr, 1));
  finish(s);

  std::printf("a fork joined by an edge made by hand\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph));
  MUST(cudaEventRecord(event, s));
  MUST(cudaStreamWaitEvent(fork, event, 0));
  kernel<<<1, 1, 0, fork>>>();
  MUST(cudaStreamGetCaptureInfo(fork, &status, nullptr, nullptr, &seen, nullptr, &count));
  first = seen[0];
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &seen, nullptr, &count));
  second = seen[0];
  SHOW(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1));
  finish(s);

  std::printf("the origin's last node dropped\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  kernel<<<1, 1, 0, s>>>();
  finish(s);

  std::printf("joined, but the fork's node dropped by the origin again\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, s));
  MUST(cudaStreamWaitEvent(fork, event, 0));
  kernel<<<1, 1, 0, fork>>>();
  MUST(cudaEventRecord(event, fork));
  MUST(cudaStreamWaitEvent(s, event, 0));
  SHOW(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  finish(s);

  std::printf("the forked stream destroyed, not joined\n");
  cudaStream_t passing;
  MUST(cudaStreamCreateWithFlags(&passing, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, s));
  MUST(cudaStreamWaitEvent(passing, event, 0));
  kernel<<<1, 1, 0, passing>>>();
  MUST(cudaStreamDestroy(passing));
  finish(s);

  std::printf("a child graph and a clone\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph, &seen, nullptr, &count));
  cudaGraph_t clone = nullptr;
  SHOW(cudaGraphClone(&clone, graph));
  cudaGraphNode_t child;
  SHOW(cudaGraphAddChildGraphNode(&child, graph, seen, count, clone));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &child, nullptr, 1, cudaStreamSetCaptureDependencies));
  kernel<<<1, 1, 0, s>>>();
  finish(s);
}
