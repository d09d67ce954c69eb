// SPDX-License-Identifier: Apache-2.0
// Graphs that are built node by node, instantiated and launched.
#include "../cases.h"
#include "nodes.h"

#include <unistd.h>
#include <string>

__global__ void add(int *p, int n) { atomicAdd(p, n); }
static int calls = 0;
void function(void *n) { calls += *static_cast<int *>(n); }

cudaGraphNode_t add_kernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> deps, int *p, int n) {
  cudaKernelNodeParams params = {};
  void *args[] = {&p, &n};
  params.func = (void *)add;
  params.gridDim = 2;
  params.blockDim = 16;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, deps.data(), deps.size(), &params));
  return node;
}

// A graph built by hand: kernel, copy, fill, host and empty nodes with dependencies; launched several times.
CASE(build_and_launch) {
  DeviceArray<int> a(4), b(4);
  int host[4] = {}, three = 3;
  cudaGraph_t graph;
  SHOW(cudaGraphCreate(&graph, 0));
  cudaMemsetParams fill = {};
  fill.dst = a;
  fill.elementSize = 4;
  fill.value = 7;
  fill.width = 4;
  fill.height = 1;
  cudaGraphNode_t filled, copied, called, empty, out;
  SHOW(cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill));
  auto first = add_kernel(graph, {filled}, a, 1);
  auto second = add_kernel(graph, {filled}, a + 1, 2);
  cudaGraphNode_t both[] = {first, second};
  SHOW(cudaGraphAddEmptyNode(&empty, graph, both, 2));
  SHOW(cudaGraphAddMemcpyNode1D(&copied, graph, &empty, 1, b, a, 16, cudaMemcpyDeviceToDevice));
  cudaHostNodeParams host_params = {function, &three};
  SHOW(cudaGraphAddHostNode(&called, graph, &copied, 1, &host_params));
  SHOW(cudaGraphAddMemcpyNode1D(&out, graph, &called, 1, host, b, 16, cudaMemcpyDeviceToHost));
  std::size_t n = 0;
  SHOW(cudaGraphGetNodes(graph, nullptr, &n));
  show_value("nodes", static_cast<long long>(n));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &n));
  show_value("edges", static_cast<long long>(n));
  cudaGraphNode_t many[10];
  for (auto &node : many) node = filled;
  n = 10;
  SHOW(cudaGraphNodeGetDependencies(empty, many, nullptr, &n));
  show_value("dependencies", static_cast<long long>(n));
  show_truth("excess entries cleared", many[2] == nullptr && many[9] == nullptr);
  n = 10;
  SHOW(cudaGraphNodeGetDependentNodes(filled, many, nullptr, &n));
  show_value("dependents", static_cast<long long>(n));
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(empty, &type));
  show_value("type", type);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
  show_row("host", {host[0], host[1], host[2], host[3]});
  show_value("calls", calls);
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaGraphUpload(exec, s));
  SHOW(cudaStreamSynchronize(s));
  show_value("calls", calls);
  SHOW(cudaGraphExecDestroy(exec));
}

static void show_result(const char *what, cudaError_t error, const cudaGraphInstantiateParams &params) {
  std::printf("%s: %s, result %d, node %s\n", what, name_of(error), int(params.result_out),
              params.errNode_out != nullptr ? "named" : "none");
}

// cudaGraphInstantiate and its forms, ExecGetFlags, Upload, Launch, ExecDestroy: arguments and results.
CASE(instantiate) {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto a = kernel_node(graph, word, 1);
  auto b = empty_node(graph, {a});
  cudaGraphExec_t exec = nullptr;
  SHOW(cudaGraphInstantiate(&exec, nullptr, 0));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 16));
  for (unsigned long long flags : {0ull, 1ull, 2ull, 8ull, 9ull}) {
    std::printf("flags %llu: %s\n", flags, name_of(cudaGraphInstantiateWithFlags(&exec, graph, flags)));
    unsigned long long got = 77;
    SHOW(cudaGraphExecGetFlags(exec, &got));
    show_value("flags", static_cast<long long>(got));
    SHOW(cudaGraphExecDestroy(exec));
  }
  unsigned long long got = 0;
  SHOW(cudaGraphExecGetFlags(nullptr, &got));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphUpload(exec, nullptr));
  cudaGraphInstantiateParams params = {};
  SHOW(cudaGraphInstantiateWithParams(&exec, graph, nullptr));
  show_result("null exec", cudaGraphInstantiateWithParams(nullptr, graph, &params), params);
  params = {};
  show_result("good", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  SHOW(cudaGraphExecGetFlags(exec, nullptr));
  SHOW(cudaGraphUpload(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, cudaStreamPerThread));
  SHOW(cudaGraphLaunch(exec, cudaStreamLegacy));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
  params = {};
  params.flags = 0x100;
  show_result("unknown flag", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  params = {};
  params.flags = cudaGraphInstantiateFlagUpload;
  params.uploadStream = s;
  show_result("upload", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  MUST(cudaStreamSynchronize(s));
  MUST(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  params = {};
  show_result("cycle", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  auto nothing = new_graph();
  SHOW(cudaGraphInstantiate(&exec, nothing, 0));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaGraphInstantiate(&exec, nothing, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch));
}

static void show_edges(cudaGraph_t graph) {
  cudaGraphNode_t from[8], to[8];
  cudaGraphEdgeData data[8];
  std::size_t n = 8;
  SHOW(cudaGraphGetEdges(graph, from, to, data, &n));
  show_value("edges", static_cast<long long>(n));
  int programmatic = 0, ports = 0;
  for (std::size_t i = 0; i < n; ++i) {
    programmatic += data[i].type;
    ports += data[i].from_port;
  }
  show_row("programmatic, ports", {programmatic, ports});
}

// Edges: cudaGraphAddDependencies, RemoveDependencies, the queries, edge data.
CASE(edges) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1), c = kernel_node(graph, word, 1);
  auto e = empty_node(graph), foreign = empty_node(other);
  SHOW(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 0));
  SHOW(cudaGraphAddDependencies(graph, nullptr, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, nullptr, nullptr, 1));
  SHOW(cudaGraphAddDependencies(nullptr, &a, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(other, &a, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &foreign, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &foreign, &a, nullptr, 1));
  cudaGraphNode_t from[] = {a, a}, to[] = {b, b};
  SHOW(cudaGraphAddDependencies(graph, from, to, nullptr, 2));
  show_edges(graph);
  cudaGraphNode_t from2[] = {a, a}, to2[] = {c, a};
  SHOW(cudaGraphAddDependencies(graph, from2, to2, nullptr, 2));
  show_edges(graph);
  cudaGraphEdgeData data = {};
  data.type = cudaGraphDependencyTypeProgrammatic;
  std::printf("programmatic edges\n");
  SHOW(cudaGraphAddDependencies(graph, &b, &c, &data, 1));
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  SHOW(cudaGraphAddDependencies(graph, &e, &c, &data, 1));
  SHOW(cudaGraphAddDependencies(graph, &b, &e, &data, 1));
  SHOW(cudaGraphAddDependencies(graph, &b, &c, &data, 1));
  show_edges(graph);
  cudaGraphEdgeData full = {};
  SHOW(cudaGraphAddDependencies(graph, &b, &c, &full, 1));
  full.from_port = cudaGraphKernelNodePortProgrammatic;
  SHOW(cudaGraphAddDependencies(graph, &b, &e, &full, 1));
  full = {};
  full.to_port = 1;
  SHOW(cudaGraphAddDependencies(graph, &b, &e, &full, 1));
  full = {};
  full.type = 7;
  SHOW(cudaGraphAddDependencies(graph, &b, &e, &full, 1));
  full = {};
  full.reserved[1] = 1;
  SHOW(cudaGraphAddDependencies(graph, &b, &e, &full, 1));
  full = {};
  full.from_port = 9;
  full.type = cudaGraphDependencyTypeProgrammatic;
  SHOW(cudaGraphAddDependencies(graph, &a, &c, &full, 1));
  std::printf("queries\n");
  std::size_t n = 8;
  cudaGraphNode_t nodes[8];
  SHOW(cudaGraphGetEdges(graph, nodes, nullptr, nullptr, &n));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, nullptr));
  SHOW(cudaGraphGetEdges(nullptr, nullptr, nullptr, nullptr, &n));
  cudaGraphNode_t targets[8];
  n = 8;
  SHOW(cudaGraphGetEdges(graph, nodes, targets, nullptr, &n));
  n = 8;
  SHOW(cudaGraphNodeGetDependencies(c, nodes, nullptr, &n));
  cudaGraphEdgeData out[8];
  n = 8;
  SHOW(cudaGraphNodeGetDependencies(c, nodes, out, &n));
  show_value("dependencies", static_cast<long long>(n));
  n = 1;
  SHOW(cudaGraphNodeGetDependencies(c, nodes, out, &n));
  show_value("dependencies asked for one", static_cast<long long>(n));
  SHOW(cudaGraphNodeGetDependencies(c, nullptr, nullptr, nullptr));
  SHOW(cudaGraphNodeGetDependencies(nullptr, nullptr, nullptr, &n));
  SHOW(cudaGraphNodeGetDependencies(c, nullptr, nullptr, &n));
  show_value("dependencies counted", static_cast<long long>(n));
  n = 8;
  SHOW(cudaGraphNodeGetDependentNodes(a, nodes, nullptr, &n));
  show_value("dependents", static_cast<long long>(n));
  n = 8;
  SHOW(cudaGraphGetRootNodes(graph, nodes, &n));
  show_value("roots", static_cast<long long>(n));
  show_truth("first root is the first node", nodes[0] == a);
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &n));
  SHOW(cudaGraphGetRootNodes(nullptr, nullptr, &n));
  n = 2;
  SHOW(cudaGraphGetNodes(graph, nodes, &n));
  show_value("nodes asked for two", static_cast<long long>(n));
  std::printf("removal\n");
  full = {};
  SHOW(cudaGraphRemoveDependencies(graph, &b, &c, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &b, &c, &data, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &b, &c, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &foreign, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, nullptr, nullptr, nullptr, 0));
  cudaGraphNode_t f2[] = {a, a}, t2[] = {b, b};
  SHOW(cudaGraphRemoveDependencies(graph, f2, t2, nullptr, 2));
  show_edges(graph);
  std::printf("nodes with edge data\n");
  cudaGraphNodeParams generic = {};
  generic.type = cudaGraphNodeTypeEmpty;
  cudaGraphNode_t node;
  SHOW(cudaGraphAddNode(&node, graph, &a, &data, 1, &generic));
  full = {};
  SHOW(cudaGraphAddNode(&node, graph, &a, &full, 1, &generic));
  SHOW(cudaGraphAddNode(&node, graph, nullptr, &full, 0, &generic));
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, nullptr));
  generic.type = cudaGraphNodeTypeCount;
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &generic));
  generic = {};
  generic.type = cudaGraphNodeTypeEmpty;
  generic.reserved0[0] = 1;
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &generic));
  generic = {};
  generic.type = cudaGraphNodeTypeEmpty;
  generic.reserved2 = 1;
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &generic));
}

// cudaGraphDebugDotPrint: arguments, and that there is a file.
CASE(debug_dot_print) {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto a = kernel_node(graph, word, 1);
  empty_node(graph, {a});
  SHOW(cudaGraphDebugDotPrint(nullptr, "graph.dot", 0));
  SHOW(cudaGraphDebugDotPrint(graph, nullptr, 0));
  SHOW(cudaGraphDebugDotPrint(graph, "no/such/folder/graph.dot", 0));
  std::string name = "graph_" + std::to_string(getpid()) + ".dot";
  show_truth("printed", cudaGraphDebugDotPrint(graph, name.c_str(), cudaGraphDebugDotFlagsVerbose) == cudaSuccess);
  char start[8] = {};
  if (std::FILE *file = std::fopen(name.c_str(), "r")) {
    show_truth("a digraph", std::fread(start, 1, 7, file) == 7 && std::string(start) == "digraph");
    std::fclose(file);
  }
  std::remove(name.c_str());
  show_truth("printed with an unknown flag", cudaGraphDebugDotPrint(graph, name.c_str(), 1 << 30) == cudaSuccess);
  std::remove(name.c_str());
}
