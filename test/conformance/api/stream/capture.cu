// SPDX-License-Identifier: Apache-2.0
// Beginning and ending captures.
#include "../../cases.h"

__global__ void kernel() {}

__global__ void put(int *p, int v) { *p = v; }

// cudaStreamBeginCapture: refused streams, modes and states; work does not run while it is captured.
CASE(stream_begin_capture) {
  DeviceArray<int> word(1);
  cudaStream_t stream, blocking;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&blocking));
  put<<<1, 1, 0, stream>>>(word, 0);
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
  for (int mode : {-1, 3, 42}) SHOW(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(mode)));
  for (cudaStream_t s : {stream, blocking, cudaStreamPerThread})
    for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
      cudaGraph_t graph = nullptr;
      SHOW(cudaStreamBeginCapture(s, mode));
      put<<<1, 1, 0, s>>>(word, 1);
      SHOW(cudaStreamBeginCapture(s, mode));
      SHOW(cudaStreamEndCapture(s, &graph));
      show_truth("a graph", graph != nullptr);
      SHOW(cudaGraphDestroy(graph));
    }
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
  std::printf("invalidated\n");
  cudaGraph_t graph = nullptr;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(stream, &graph));
}

// cudaStreamBeginCaptureToGraph: arguments that are refused, and states.
CASE(stream_begin_capture_to_graph) {
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

// cudaStreamEndCapture: every way in which a capture can end.
CASE(stream_end_capture) {
  MUST(cudaFree(nullptr));
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, a>>>();
  MUST(cudaStreamSynchronize(a));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(8);
  const auto untouched = graph;
  auto show_graph = [&] {
    std::printf("graph: %s\n", graph == nullptr ? "null" : graph == untouched ? "untouched" : "made");
    graph = untouched;
  };
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  SHOW(cudaStreamEndCapture(nullptr, &graph));
  show_graph();
  std::printf("well\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, a>>>();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  std::printf("nowhere to put the graph\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamEndCapture(a, nullptr));
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  std::printf("invalidated\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  SHOW(cudaStreamQuery(a));
  std::printf("unjoined\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  kernel<<<1, 1, 0, b>>>();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  SHOW(cudaStreamQuery(b));
  std::printf("on the forked stream\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  SHOW(cudaStreamEndCapture(b, &graph));
  show_graph();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
  std::printf("in another thread\n");
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    MUST(cudaStreamBeginCapture(a, mode));
    std::thread([&] { SHOW(cudaStreamEndCapture(a, &graph)); }).join();
    show_graph();
  }
  std::printf("invalidated and in another thread\n");
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamSynchronize(a));
  std::thread([&] { SHOW(cudaStreamEndCapture(a, &graph)); }).join();
  show_graph();
  SHOW(cudaStreamEndCapture(a, &graph));
  show_graph();
}

static void ask(const char *what, cudaStream_t stream) {
  auto status = static_cast<cudaStreamCaptureStatus>(77);
  cudaError_t e = cudaStreamIsCapturing(stream, &status);
  std::printf("%s: %s", what, name_of(e));
  if (e == cudaSuccess) std::printf(", status %d", status);  // unspecified otherwise
  std::printf("\n");
}

// cudaStreamIsCapturing: the three statuses, and the answer for the legacy stream.
CASE(stream_is_capturing) {
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  SHOW(cudaStreamIsCapturing(blocking, nullptr));
  SHOW(cudaStreamIsCapturing(nullptr, nullptr));
  cudaGraph_t graph;
  for (cudaStream_t s : {free_stream, blocking}) {
    std::printf("%s\n", s == blocking ? "blocking" : "non-blocking");
    ask("idle", s);
    MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    ask("capturing", s);
    ask("NULL", nullptr);
    ask("legacy", cudaStreamLegacy);
    ask("per-thread", cudaStreamPerThread);
    SHOW(cudaStreamIsCapturing(s, nullptr));
    SHOW(cudaStreamQuery(s));
    ask("invalidated", s);
    ask("legacy", cudaStreamLegacy);
    SHOW(cudaStreamEndCapture(s, &graph));
    ask("ended", s);
    ask("legacy", cudaStreamLegacy);
  }
}

static int exchange(int mode) {
  auto value = static_cast<cudaStreamCaptureMode>(mode);
  SHOW(cudaThreadExchangeStreamCaptureMode(&value));
  return value;
}

// cudaThreadExchangeStreamCaptureMode: per thread, any value, during captures too.
CASE(thread_exchange_stream_capture_mode) {
  show_value("before", exchange(cudaStreamCaptureModeRelaxed));
  std::thread([] { show_value("in another thread", exchange(cudaStreamCaptureModeThreadLocal)); }).join();
  show_value("before", exchange(42));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  void *p;
  cudaGraph_t graph;
  for (int capture : {0, 1, 2})
    for (int thread : {0, 1, 2, 42}) {
      std::printf("capture mode %d, thread mode %d\n", capture, thread);
      MUST(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(capture)));
      exchange(thread);
      SHOW(cudaMalloc(&p, 64));
      SHOW(cudaStreamEndCapture(stream, &graph));
      exchange(cudaStreamCaptureModeGlobal);
      MUST(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(capture)));
      std::thread([&] {
        exchange(thread);
        SHOW(cudaMalloc(&p, 64));
      }).join();
      SHOW(cudaStreamEndCapture(stream, &graph));
    }
}
