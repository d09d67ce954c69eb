// SPDX-License-Identifier: Apache-2.0
// The graph behind a capture: its dependencies, its edges, and changes made through the API.
#include "../cases.h"

__global__ void kernel() {}

// What is told about a capture, and changing its dependencies.
CASE(info_and_dependencies) {
  MUST(cudaFree(nullptr));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaStreamCaptureStatus status = static_cast<cudaStreamCaptureStatus>(77);
  unsigned long long id = 77, id2 = 77;
  cudaGraph_t graph = nullptr, ended = nullptr;
  const cudaGraphNode_t *deps = nullptr;
  std::size_t count = 77;
  SHOW(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &deps, nullptr, &count));
  show_row("status, id, count", {int(status), int(id), int(count)});
  SHOW(cudaStreamGetCaptureInfo(s, nullptr));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &deps, nullptr, &count));
  show_row("status, count", {int(status), int(count)});
  kernel<<<1, 1, 0, s>>>();
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamGetCaptureInfo(s, &status, &id2, &graph, &deps, nullptr, &count));
  show_truth("same id", id == id2);
  show_value("count", static_cast<long long>(count));
  cudaGraphNode_t last = deps[0], added;
  SHOW(cudaGraphAddEmptyNode(&added, graph, nullptr, 0));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &added, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &added, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &deps, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &last, nullptr, 1, cudaStreamSetCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &deps, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &last, nullptr, 1, 9));
  SHOW(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamEndCapture(s, &ended));
  show_truth("the same graph", ended == graph);
  std::size_t nodes, roots;
  SHOW(cudaGraphGetNodes(ended, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(ended, nullptr, &roots));
  show_row("nodes, roots", {int(nodes), int(roots)});
  SHOW(cudaStreamUpdateCaptureDependencies(s, &last, nullptr, 1, cudaStreamAddCaptureDependencies));

  cudaGraph_t mine;
  MUST(cudaGraphCreate(&mine, 0));
  SHOW(cudaStreamBeginCaptureToGraph(s, nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(s, mine, nullptr, nullptr, 1, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCaptureToGraph(nullptr, mine, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  MUST(cudaGraphAddEmptyNode(&added, mine, nullptr, 0));
  SHOW(cudaStreamBeginCaptureToGraph(s, mine, &added, nullptr, 1, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamEndCapture(s, &ended));
  show_truth("the same graph", ended == mine);
  SHOW(cudaGraphGetNodes(mine, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(mine, nullptr, &roots));
  show_row("nodes, roots", {int(nodes), int(roots)});
}

// Edge data in a capture: how it is read, lost, set through the API, and refused.
CASE(edge_data) {
  MUST(cudaFree(nullptr));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamSynchronize(s));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  const cudaGraphNode_t *nodes;
  const cudaGraphEdgeData *edges;
  std::size_t count = 77;
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, &edges, &count));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph, &nodes, &edges, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, &edges, &count));
  kernel<<<1, 1, 0, s>>>();
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_row("count, ports, type", {int(count), edges[0].from_port, edges[0].to_port, edges[0].type});
  cudaGraphNode_t first = nodes[0];

  std::printf("set by hand\n");
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &programmatic, 1, cudaStreamSetCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, nullptr, &count));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, nullptr, nullptr, &count));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_row("count, ports, type", {int(count), edges[0].from_port, edges[0].to_port, edges[0].type});
  std::printf("the same node with other data\n");
  cudaGraphEdgeData plain = {};
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &plain, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &programmatic, 1, cudaStreamSetCaptureDependencies));
  kernel<<<1, 1, 0, s>>>();
  show_last_error("after a launch on a programmatic edge");
  SHOW(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &nodes, &edges, &count));
  show_row("count, ports, type", {int(count), edges[0].from_port, edges[0].to_port, edges[0].type});
  std::size_t edge_count = 0;
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edge_count));
  show_value("edges", static_cast<long long>(edge_count));
  if (edge_count == 1) {
    cudaGraphNode_t from, to;
    cudaGraphEdgeData data;
    SHOW(cudaGraphGetEdges(graph, &from, &to, &data, &edge_count));
    show_row("ports, type", {data.from_port, data.to_port, data.type});
  }
  std::printf("refused\n");
  cudaGraphEdgeData bad = {};
  bad.type = 9;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &bad, 1, cudaStreamAddCaptureDependencies));
  bad = {};
  bad.from_port = 9;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &bad, 1, cudaStreamAddCaptureDependencies));
  bad = {};
  bad.reserved[0] = 1;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &first, &bad, 1, cudaStreamAddCaptureDependencies));
  cudaGraphNode_t none = nullptr;
  SHOW(cudaStreamUpdateCaptureDependencies(s, &none, nullptr, 1, cudaStreamAddCaptureDependencies));
  SHOW(cudaStreamIsCapturing(s, &status));
  show_value("status", status);
  SHOW(cudaStreamEndCapture(s, &graph));
}

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

// Changing the graph by hand while it is captured: edges, nodes, and what counts as unjoined then.
CASE(graph_changed_meanwhile) {
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

static void show_shape(const char *what, cudaGraph_t graph) {
  std::size_t nodes = 0, roots = 0, edges = 0;
  cudaError_t e = cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  std::printf("%s: %s, nodes %d, roots %d, edges %d\n", what, name_of(e), int(nodes), int(roots), int(edges));
  std::fflush(stdout);
  cudaGetLastError();
}

// Capturing into a graph that exists: dependencies, edge data, refused arguments, and what failures do to the graph.
CASE(to_graph) {
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
