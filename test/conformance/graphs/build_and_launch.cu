// SPDX-License-Identifier: Apache-2.0
// A graph built by hand: kernel, copy, fill, host and empty nodes with dependencies; launched several times.
#include "../transcript.h"

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

int main() {
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
