// SPDX-License-Identifier: Apache-2.0
// Other streams join a capture by events; what happens when they do not come back.
#include "../transcript.h"

__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void twice(int *p) { *p *= 2; }

int main() {
  DeviceArray<int> word(2);
  add<<<1, 1>>>(word, 0);
  twice<<<1, 1>>>(word);
  MUST(cudaDeviceSynchronize());
  cudaStream_t a, b, c;
  for (auto *s : {&a, &b, &c}) MUST(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  MUST(cudaEventCreate(&fork));
  MUST(cudaEventCreate(&join));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph = nullptr;

  std::printf("forked and joined\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, a>>>(word, 1);
  MUST(cudaEventRecord(fork, a));
  MUST(cudaStreamWaitEvent(b, fork, 0));
  SHOW(cudaStreamIsCapturing(b, &status));
  show_value("status of the forked stream", status);
  add<<<1, 1, 0, b>>>(word + 1, 10);
  add<<<1, 1, 0, a>>>(word, 2);
  MUST(cudaEventRecord(join, b));
  MUST(cudaStreamWaitEvent(a, join, 0));
  twice<<<1, 1, 0, a>>>(word);
  SHOW(cudaEventElapsedTime(nullptr, fork, join));
  SHOW(cudaStreamEndCapture(a, &graph));
  SHOW(cudaStreamIsCapturing(b, &status));
  show_value("status of the forked stream", status);
  std::size_t nodes = 0, edges = 0, roots = 0;
  SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &roots));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  show_row("nodes, roots, edges", {int(nodes), int(roots), int(edges)});
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, a));
  SHOW(cudaStreamSynchronize(a));
  show_row("words", word.read());
  SHOW(cudaEventQuery(fork));
  SHOW(cudaStreamWaitEvent(c, fork, 0));
  SHOW(cudaEventSynchronize(join));
  MUST(cudaEventRecord(fork, c));
  SHOW(cudaEventSynchronize(fork));

  std::printf("not joined\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(fork, a));
  MUST(cudaStreamWaitEvent(b, fork, 0));
  add<<<1, 1, 0, b>>>(word, 1);
  SHOW(cudaStreamEndCapture(a, &graph));
  show_truth("a graph", graph != nullptr);
  SHOW(cudaStreamIsCapturing(b, &status));
  show_value("status of the forked stream", status);

  std::printf("forked without work\n");
  MUST(cudaEventRecord(fork, c));
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(fork, a));
  MUST(cudaStreamWaitEvent(b, fork, 0));
  SHOW(cudaStreamEndCapture(a, &graph));

  std::printf("ended on the forked stream\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(fork, a));
  MUST(cudaStreamWaitEvent(b, fork, 0));
  SHOW(cudaStreamEndCapture(b, &graph));
  SHOW(cudaStreamIsCapturing(a, &status));
  show_value("status of the origin", status);
  SHOW(cudaStreamEndCapture(a, &graph));

  std::printf("two captures meet\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamBeginCapture(c, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(fork, a));
  SHOW(cudaStreamWaitEvent(c, fork, 0));
  SHOW(cudaStreamEndCapture(c, &graph));
  SHOW(cudaStreamEndCapture(a, &graph));

  std::printf("captured event asked\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
  MUST(cudaEventRecord(fork, a));
  SHOW(cudaEventQuery(fork));
  SHOW(cudaStreamEndCapture(a, &graph));

  std::printf("destroyed while capturing\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamDestroy(a));
  void *p;
  SHOW(cudaMalloc(&p, 64));
}
