// SPDX-License-Identifier: Apache-2.0
// Other streams in a capture, as programs and libraries bring them in.
#include "../cases.h"

namespace forks_and_joins_ {
__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void twice(int *p) { *p *= 2; }

// Other streams join a capture by events; what happens when they do not come back.
CASE(forks_and_joins) {
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
}  // namespace forks_and_joins_

namespace library_style_ {
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

// What libraries do: find out that the caller's stream captures, fork streams of their own, allocate in relaxed mode,
// put nodes of their own into the graph, and leave the stream behind them.
CASE(library_style) {
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
}  // namespace library_style_
