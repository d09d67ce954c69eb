// SPDX-License-Identifier: Apache-2.0
// Stream-ordered memory in captures.
#include "../cases.h"

__global__ void put(int *p, int v) { *p = v; }
__global__ void copy(int *to, const int *from) { *to = *from; }

static void show_nodes(cudaGraph_t graph) {
  cudaGraphNode_t nodes[16];
  std::size_t count = 16;
  MUST(cudaGraphGetNodes(graph, nodes, &count));
  std::printf("types:");
  for (std::size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(nodes[i], &type));
    std::printf(" %d", type);
  }
  std::printf("\n");
}

// Stream-ordered memory in captures: used inside, freed inside, freed outside after a launch, and what is refused.
CASE(memory) {
  DeviceArray<int> out(2);
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  put<<<1, 1, 0, s>>>(out, 0);
  copy<<<1, 1, 0, s>>>(out + 1, out);
  MUST(cudaStreamSynchronize(s));
  int *inside = nullptr, *outside = nullptr;
  MUST(cudaMallocAsync(&outside, 64, other));
  MUST(cudaStreamSynchronize(other));
  cudaGraph_t graph;
  cudaGraphExec_t exec;

  std::printf("allocated, used and freed inside\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaMallocAsync(&inside, 64, s));
  show_truth("a pointer", inside != nullptr);
  put<<<1, 1, 0, s>>>(inside, 42);
  copy<<<1, 1, 0, s>>>(out, inside);
  SHOW(cudaFreeAsync(inside, s));
  SHOW(cudaFreeAsync(inside, s));
  SHOW(cudaStreamEndCapture(s, &graph));
  if (graph) {
    show_nodes(graph);
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, s));
    SHOW(cudaStreamSynchronize(s));
    show_value("word", out.read()[0]);
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));
  }
  cudaGetLastError();

  std::printf("freed outside\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaMallocAsync(&inside, 64, s));
  put<<<1, 1, 0, s>>>(inside, 43);
  SHOW(cudaStreamEndCapture(s, &graph));
  show_nodes(graph);
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaGraphLaunch(exec, s));
  copy<<<1, 1, 0, s>>>(out, inside);
  SHOW(cudaFreeAsync(inside, s));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
  show_value("word", out.read()[0]);
  SHOW(cudaFree(inside));
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
  show_last_error("after that");

  std::printf("refused\n");
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  SHOW(cudaFreeAsync(outside, s));
  SHOW(cudaFreeAsync(out.get(), s));
  SHOW(cudaFreeAsync(nullptr, s));
  SHOW(cudaMallocAsync(static_cast<void **>(nullptr), 64, s));
  SHOW(cudaMallocAsync(&inside, 0, s));
  show_truth("a pointer for zero bytes", inside != nullptr);
  cudaStreamCaptureStatus status;
  MUST(cudaStreamIsCapturing(s, &status));
  show_value("status", status);
  SHOW(cudaStreamEndCapture(s, &graph));
  if (graph) show_nodes(graph);

  std::printf("freed in a forked stream\n");
  cudaEvent_t fork_event, join_event;
  MUST(cudaEventCreate(&fork_event));
  MUST(cudaEventCreate(&join_event));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaMallocAsync(&inside, 64, s));
  MUST(cudaEventRecord(fork_event, s));
  MUST(cudaStreamWaitEvent(other, fork_event, 0));
  put<<<1, 1, 0, other>>>(inside, 44);
  SHOW(cudaFreeAsync(inside, other));
  MUST(cudaEventRecord(join_event, other));
  MUST(cudaStreamWaitEvent(s, join_event, 0));
  SHOW(cudaStreamEndCapture(s, &graph));
  show_nodes(graph);
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
}

// Memory that a capture allocates is filled and copied in the same capture, before it exists.
CASE(memory_copies) {
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  char *out, *inside = nullptr;
  MUST(cudaMallocHost(&out, 64));
  static char host[3] = {1, 2, 3};
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaMallocAsync(&inside, 64, s));
  SHOW(cudaMemsetAsync(inside, 7, 64, s));
  SHOW(cudaMemcpyAsync(inside, host, 3, cudaMemcpyHostToDevice, s));
  SHOW(cudaMemcpyAsync(inside + 8, inside, 3, cudaMemcpyDeviceToDevice, s));
  SHOW(cudaMemcpyAsync(out, inside, 65, cudaMemcpyDeviceToHost, s));
  SHOW(cudaMemcpyAsync(out, inside, 64, cudaMemcpyDeviceToHost, s));
  SHOW(cudaFreeAsync(inside, s));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  SHOW(cudaStreamEndCapture(s, &graph));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) {
    std::memset(out, 0, 64);
    SHOW(cudaGraphLaunch(exec, s));
    SHOW(cudaStreamSynchronize(s));
    show_row("bytes", {out[0], out[1], out[2], out[3], out[8], out[10], out[11], out[63]});
  }
  const char expected[] = {1, 2, 3, 7, 7, 7, 7, 7, 1, 2, 3, 7};
  std::exit(std::memcmp(out, expected, sizeof expected) != 0);
}
