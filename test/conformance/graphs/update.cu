// SPDX-License-Identifier: Apache-2.0
// Changing instantiated graphs: node by node, as a whole, switching nodes off; pending launches keep what they had.
#include "../gate.h"

__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void sub(int *p, int n) { atomicSub(p, n); }
void function(void *) {}

cudaKernelNodeParams describe(void *func, void **args) {
  cudaKernelNodeParams params = {};
  params.func = func;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  return params;
}

int main() {
  prepare_gates();
  DeviceArray<int> words(2);
  int *p = words, *q = words + 1, one = 1, ten = 10;
  void *args[] = {&p, &one}, *other_args[] = {&q, &ten};
  add<<<1, 1>>>(words, 0);
  sub<<<1, 1>>>(words, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node, host_node, fill_node;
  auto params = describe((void *)add, args);
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  cudaHostNodeParams host = {function, nullptr};
  MUST(cudaGraphAddHostNode(&host_node, graph, &node, 1, &host));
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  {
    Gate gate(s);
    MUST(cudaGraphLaunch(exec, s));
    params = describe((void *)add, other_args);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    MUST(cudaGraphLaunch(exec, s));
  }
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  params = describe((void *)sub, other_args);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, node, &params));
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  unsigned enabled = 77;
  SHOW(cudaGraphNodeGetEnabled(exec, node, &enabled));
  show_value("enabled", enabled);
  SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, host_node, 0));
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  SHOW(cudaGraphNodeSetEnabled(exec, node, 1));

  cudaGraphExecUpdateResultInfo info = {};
  int hundred = 100;
  void *new_args[] = {&p, &hundred};
  params = describe((void *)add, new_args);
  SHOW(cudaGraphKernelNodeSetParams(node, &params));
  SHOW(cudaGraphExecUpdate(exec, graph, &info));
  show_value("result", info.result);
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  cudaMemsetParams fill = {};
  fill.dst = p;
  fill.elementSize = 4;
  fill.width = 1;
  fill.height = 1;
  MUST(cudaGraphAddMemsetNode(&fill_node, graph, &host_node, 1, &fill));
  SHOW(cudaGraphExecUpdate(exec, graph, &info));
  show_value("result", info.result);
  show_last_error("after the update");
  cudaGraph_t different;
  MUST(cudaGraphCreate(&different, 0));
  cudaGraphNode_t d1, d2;
  MUST(cudaGraphAddMemsetNode(&d1, different, nullptr, 0, &fill));
  MUST(cudaGraphAddHostNode(&d2, different, &d1, 1, &host));
  SHOW(cudaGraphExecUpdate(exec, different, &info));
  show_value("result", info.result);
  show_truth("node named", info.errorNode != nullptr);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, d1, &params));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, host_node, &params));
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
}
