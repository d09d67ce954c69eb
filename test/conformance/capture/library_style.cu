// SPDX-License-Identifier: Apache-2.0
// What libraries do: find out that the caller's stream captures, fork streams of their own, allocate in relaxed mode,
// put nodes of their own into the graph, and leave the stream behind them.
#include "../transcript.h"

__global__ void add(int *p, int n) { *p += n; }
__global__ void sum(int *to, const int *a, const int *b) { *to = *a + *b; }
static int host_calls = 0;
static void count_call(void *by) { host_calls += static_cast<int>(reinterpret_cast<std::intptr_t>(by)); }

// Runs two additions in parallel on streams of its own and sums in the caller's.
class Library {
 public:
  Library() {
    MUST(cudaStreamCreateWithFlags(&side_, cudaStreamNonBlocking));
    MUST(cudaEventCreateWithFlags(&start_, cudaEventDisableTiming));
    MUST(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming));
  }
  void run(int *words, cudaStream_t stream) {
    if (!workspace_) {
      // A lazy allocation: fine in a capture, if the thread says that it knows what it does.
      auto mode = cudaStreamCaptureModeRelaxed;
      MUST(cudaThreadExchangeStreamCaptureMode(&mode));
      MUST(cudaMalloc(&workspace_, 64));
      MUST(cudaThreadExchangeStreamCaptureMode(&mode));
    }
    MUST(cudaEventRecord(start_, stream));
    MUST(cudaStreamWaitEvent(side_, start_, 0));
    add<<<1, 1, 0, stream>>>(words, 1);
    add<<<1, 1, 0, side_>>>(words + 1, 10);
    MUST(cudaEventRecord(done_, side_));
    MUST(cudaStreamWaitEvent(stream, done_, 0));
    sum<<<1, 1, 0, stream>>>(words + 2, words, words + 1);
    MUST(cudaGetLastError());
    add_host_node(stream);
  }

 private:
  static void add_host_node(cudaStream_t stream) {
    cudaStreamCaptureStatus status;
    cudaGraph_t graph;
    const cudaGraphNode_t *dependencies;
    const cudaGraphEdgeData *edges;
    std::size_t count;
    MUST(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &dependencies, &edges, &count));
    if (status != cudaStreamCaptureStatusActive) {
      MUST(cudaLaunchHostFunc(stream, count_call, reinterpret_cast<void *>(100)));
      return;
    }
    show_value("dependencies of the host node", static_cast<long long>(count));
    cudaHostNodeParams host = {};
    host.fn = count_call;
    host.userData = reinterpret_cast<void *>(1);
    cudaGraphNode_t node;
    MUST(cudaGraphAddHostNode(&node, graph, dependencies, count, &host));
    MUST(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
  }
  cudaStream_t side_;
  cudaEvent_t start_, done_;
  void *workspace_ = nullptr;
};

int main() {
  DeviceArray<int> words(4);
  add<<<1, 1>>>(words, 0);
  sum<<<1, 1>>>(words, words, words);
  MUST(cudaDeviceSynchronize());
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Library library;
  std::printf("captured\n");
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  library.run(words, stream);
  library.run(words, stream);
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes, edges, roots;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  MUST(cudaGraphGetRootNodes(graph, nullptr, &roots));
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  show_row("nodes, roots, edges", {int(nodes), int(roots), int(edges)});
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("words", words.read());
  show_value("host calls", host_calls);
  std::printf("not captured\n");
  library.run(words, stream);
  SHOW(cudaStreamSynchronize(stream));
  show_row("words", words.read());
  show_value("host calls", host_calls);
}
