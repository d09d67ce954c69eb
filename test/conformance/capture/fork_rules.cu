// SPDX-License-Identifier: Apache-2.0
// What counts as joined, which dependencies a stream has after waits, and what legacy and per-thread streams may do
// with events of a capture.
#include "../transcript.h"

__global__ void kernel() {}

static cudaStream_t a, b, c;
static cudaEvent_t fork_event, join_event, third;

static void launch(cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>();
  show_last_error("after a launch");
}

// Prints what ending gives and the shape of the graph.
static void end_capture(cudaStream_t s) {
  cudaGraph_t graph = nullptr;
  cudaError_t e = cudaStreamEndCapture(s, &graph);
  std::printf("end: %s", name_of(e));
  if (graph) {
    std::size_t nodes = 0, roots = 0, edges = 0;
    MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
    MUST(cudaGraphGetRootNodes(graph, nullptr, &roots));
    MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    std::printf(", nodes %d, roots %d, edges %d", int(nodes), int(roots), int(edges));
    MUST(cudaGraphDestroy(graph));
  }
  std::printf("\n");
  std::fflush(stdout);
  for (cudaStream_t t : {a, b, c}) {
    cudaStreamCaptureStatus status;
    MUST(cudaStreamIsCapturing(t, &status));
    if (status != cudaStreamCaptureStatusNone) std::printf("a stream has still status %d\n", status);
  }
  cudaGetLastError();
}

static void show_dependencies(const char *what, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t *nodes;
  std::size_t count = 77;
  cudaError_t e = cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, nullptr, &count);
  std::printf("%s: %s, status %d, dependencies %d\n", what, name_of(e), status, int(count));
  std::fflush(stdout);
}

static void begin(const char *what, cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  std::printf("-- %s\n", what);
  MUST(cudaStreamBeginCapture(a, mode));
}

int main() {
  MUST(cudaFree(nullptr));
  for (auto *s : {&a, &b, &c}) MUST(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
  for (auto *e : {&fork_event, &join_event, &third}) MUST(cudaEventCreate(e));
  kernel<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());

  begin("joined before its last node");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  launch(b);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  launch(b);
  end_capture(a);

  begin("joined through a third stream");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  launch(b);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(c, join_event, 0));
  launch(c);
  MUST(cudaEventRecord(third, c));
  MUST(cudaStreamWaitEvent(a, third, 0));
  show_dependencies("origin", a);
  end_capture(a);

  begin("joined without a node after it");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  launch(b);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  show_dependencies("origin", a);
  end_capture(a);

  begin("origin waits for an event of its own past");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  launch(a);
  SHOW(cudaStreamWaitEvent(a, fork_event, 0));
  show_dependencies("origin", a);
  launch(a);
  end_capture(a);

  begin("forked before the first node");
  MUST(cudaEventRecord(fork_event, a));
  SHOW(cudaStreamWaitEvent(b, fork_event, 0));
  show_dependencies("fork", b);
  launch(b);
  launch(a);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  show_dependencies("origin", a);
  launch(a);
  end_capture(a);

  begin("waits twice for the same event, and for an older one");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  launch(a);
  MUST(cudaEventRecord(third, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  show_dependencies("fork", b);
  MUST(cudaStreamWaitEvent(b, third, 0));
  show_dependencies("fork", b);
  launch(b);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  show_dependencies("origin", a);
  end_capture(a);

  begin("an event recorded again forks from its last record");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  launch(b);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  end_capture(a);

  begin("a captured event recorded outside meanwhile");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  SHOW(cudaEventRecord(fork_event, b));
  SHOW(cudaStreamWaitEvent(c, fork_event, 0));
  cudaStreamCaptureStatus status;
  SHOW(cudaStreamIsCapturing(c, &status));
  show_value("status", status);
  end_capture(a);
  SHOW(cudaEventSynchronize(fork_event));

  begin("a captured event destroyed");
  launch(a);
  cudaEvent_t passing;
  MUST(cudaEventCreate(&passing));
  MUST(cudaEventRecord(passing, a));
  MUST(cudaStreamWaitEvent(b, passing, 0));
  SHOW(cudaEventDestroy(passing));
  launch(b);
  MUST(cudaEventRecord(join_event, b));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  end_capture(a);

  begin("the forked stream destroyed before it joins");
  launch(a);
  cudaStream_t temporary;
  MUST(cudaStreamCreateWithFlags(&temporary, cudaStreamNonBlocking));
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(temporary, fork_event, 0));
  launch(temporary);
  MUST(cudaEventRecord(join_event, temporary));
  SHOW(cudaStreamDestroy(temporary));
  MUST(cudaStreamIsCapturing(a, &status));
  show_value("status of the origin", status);
  SHOW(cudaStreamWaitEvent(a, join_event, 0));
  end_capture(a);

  begin("the legacy stream waits for a captured event of a non-blocking stream");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  SHOW(cudaStreamWaitEvent(nullptr, fork_event, 0));
  end_capture(a);

  begin("the per-thread stream forks");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  SHOW(cudaStreamWaitEvent(cudaStreamPerThread, fork_event, 0));
  launch(cudaStreamPerThread);
  SHOW(cudaMemset(nullptr, 0, 0));
  MUST(cudaEventRecord(join_event, cudaStreamPerThread));
  MUST(cudaStreamWaitEvent(a, join_event, 0));
  end_capture(a);

  begin("a blocking stream forks: the legacy stream is forbidden");
  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(blocking, fork_event, 0));
  SHOW(cudaStreamIsCapturing(nullptr, &status));
  launch(nullptr);
  end_capture(a);

  begin("a capturing stream begins another capture on the forked stream");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  SHOW(cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamQuery(c));
  end_capture(a);

  begin("invalidated: what the fork says");
  launch(a);
  MUST(cudaEventRecord(fork_event, a));
  MUST(cudaStreamWaitEvent(b, fork_event, 0));
  SHOW(cudaStreamQuery(b));
  MUST(cudaStreamIsCapturing(a, &status));
  show_value("status of the origin", status);
  MUST(cudaStreamIsCapturing(b, &status));
  show_value("status of the fork", status);
  launch(b);
  SHOW(cudaEventRecord(join_event, b));
  SHOW(cudaStreamWaitEvent(a, join_event, 0));
  SHOW(cudaStreamWaitEvent(c, fork_event, 0));
  MUST(cudaStreamIsCapturing(c, &status));
  show_value("status of the third", status);
  SHOW(cudaEventQuery(fork_event));
  end_capture(a);
  SHOW(cudaEventQuery(fork_event));
  SHOW(cudaStreamWaitEvent(c, fork_event, 0));

  begin("two captures at once, ended in the order of their beginning");
  MUST(cudaStreamBeginCapture(c, cudaStreamCaptureModeGlobal));
  launch(a);
  launch(c);
  unsigned long long first_id, second_id;
  MUST(cudaStreamGetCaptureInfo(a, &status, &first_id));
  MUST(cudaStreamGetCaptureInfo(c, &status, &second_id));
  show_truth("ids differ", first_id != second_id);
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(a, &graph));
  SHOW(cudaStreamEndCapture(c, &graph));

  begin("unsafe call with two captures");
  MUST(cudaStreamBeginCapture(c, cudaStreamCaptureModeRelaxed));
  void *p;
  SHOW(cudaMalloc(&p, 64));
  SHOW(cudaStreamEndCapture(a, &graph));
  SHOW(cudaStreamEndCapture(c, &graph));

  begin("device synchronised with two captures");
  MUST(cudaStreamBeginCapture(c, cudaStreamCaptureModeRelaxed));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaStreamEndCapture(a, &graph));
  SHOW(cudaStreamEndCapture(c, &graph));

  begin("an event of the first capture waited for in a later one");
  MUST(cudaEventRecord(fork_event, a));
  end_capture(a);
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamWaitEvent(a, fork_event, 0));
  SHOW(cudaStreamIsCapturing(a, &status));
  show_value("status", status);
  end_capture(a);
  SHOW(cudaEventElapsedTime(nullptr, fork_event, fork_event));
  float ms;
  SHOW(cudaEventElapsedTime(&ms, fork_event, fork_event));
  begin("elapsed time of captured events");
  MUST(cudaEventRecord(fork_event, a));
  SHOW(cudaEventElapsedTime(&ms, fork_event, fork_event));
  end_capture(a);
}
