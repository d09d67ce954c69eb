// SPDX-License-Identifier: Apache-2.0
// What graphs refuse, and when: at the call, at instantiation, at launch.
#include "../transcript.h"

__global__ void kernel(int *p) { *p = 1; }
void function(void *) {}

int main() {
  DeviceArray<int> word(4);
  cudaGraph_t graph, other;
  MUST(cudaGraphCreate(&graph, 0));
  MUST(cudaGraphCreate(&other, 0));
  SHOW(cudaGraphCreate(nullptr, 0));
  SHOW(cudaGraphCreate(&graph, 1));
  int *p = word;
  void *args[] = {&p};
  cudaKernelNodeParams params = {};
  params.func = (void *)kernel;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t a, b, c, d;
  SHOW(cudaGraphAddKernelNode(&a, graph, nullptr, 0, &params));
  SHOW(cudaGraphAddKernelNode(&b, graph, &a, 1, &params));
  SHOW(cudaGraphAddKernelNode(&c, other, nullptr, 0, &params));
  auto bad = params;
  bad.blockDim = 2048;
  SHOW(cudaGraphAddKernelNode(&d, graph, nullptr, 0, &bad));
  bad = params;
  bad.gridDim = 0;
  SHOW(cudaGraphAddKernelNode(&d, graph, nullptr, 0, &bad));
  bad = params;
  bad.func = nullptr;
  SHOW(cudaGraphAddKernelNode(&d, graph, nullptr, 0, &bad));
  SHOW(cudaGraphAddKernelNode(&d, graph, nullptr, 1, &params));
  SHOW(cudaGraphAddKernelNode(&d, graph, &c, 1, &params));
  cudaGraphNode_t twice[] = {a, a};
  SHOW(cudaGraphAddKernelNode(&d, graph, twice, 2, &params));
  SHOW(cudaGraphAddKernelNode(nullptr, graph, nullptr, 0, &params));
  SHOW(cudaGraphAddEmptyNode(&d, nullptr, nullptr, 0));
  cudaMemsetParams fill = {};
  fill.dst = p;
  fill.elementSize = 3;
  fill.width = 1;
  fill.height = 1;
  SHOW(cudaGraphAddMemsetNode(&d, graph, nullptr, 0, &fill));
  cudaHostNodeParams host = {nullptr, nullptr};
  SHOW(cudaGraphAddHostNode(&d, graph, nullptr, 0, &host));
  SHOW(cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &c, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  cudaGraphExec_t exec = nullptr;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphInstantiate(nullptr, graph, 0));
  SHOW(cudaGraphInstantiate(&exec, graph, 0x1000));
  SHOW(cudaGraphLaunch(nullptr, nullptr));
  SHOW(cudaGraphExecDestroy(nullptr));
  SHOW(cudaGraphDestroy(nullptr));
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(nullptr, &type));
  SHOW(cudaGraphDestroyNode(b));
  std::size_t n;
  SHOW(cudaGraphGetNodes(graph, nullptr, &n));
  show_value("nodes", static_cast<long long>(n));
  SHOW(cudaGraphGetNodes(graph, nullptr, nullptr));
  SHOW(cudaGraphMemsetNodeGetParams(a, &fill));
  SHOW(cudaGraphKernelNodeGetParams(a, &params));
  show_row("grid, block", {int(params.gridDim.x), int(params.blockDim.x)});
  SHOW(cudaGraphDestroy(other));
}
