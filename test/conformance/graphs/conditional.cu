// SPDX-License-Identifier: Apache-2.0
// Conditional nodes: if, while, switch.
#include "../transcript.h"

__global__ void decide(cudaGraphConditionalHandle handle, int *value) { cudaGraphSetConditional(handle, *value); }
__global__ void add(int *p, int n) { *p += n; }
__global__ void countdown(cudaGraphConditionalHandle handle, int *n, int *rounds) {
  *rounds += 1;
  *n -= 1;
  cudaGraphSetConditional(handle, *n > 0);
}

template <class... Args>
cudaGraphNode_t kernel_node(cudaGraph_t graph, std::vector<cudaGraphNode_t> deps, void *func, Args... values) {
  void *args[] = {&values...};
  cudaKernelNodeParams params = {};
  params.func = func;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, deps.data(), deps.size(), &params));
  return node;
}

void run(cudaGraph_t graph, DeviceArray<int> &words, std::vector<int> initial) {
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int value : initial) {
    std::vector<int> start = {value, 0, 0, 0};
    MUST(cudaMemcpy(words, start.data(), 16, cudaMemcpyHostToDevice));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaStreamSynchronize(0));
    show_row("words", words.read());
  }
}

int main() {
  DeviceArray<int> words(4);
  int *w = words;
  cudaGraphConditionalHandle handle;
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  {
    std::printf("if and else\n");
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
    auto first = kernel_node(graph, {}, (void *)decide, handle, w);
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 2;
    cudaGraphNode_t node;
    SHOW(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &params));
    kernel_node(params.conditional.phGraph_out[0], {}, (void *)add, w + 1, 10);
    kernel_node(params.conditional.phGraph_out[1], {}, (void *)add, w + 2, 20);
    kernel_node(graph, {node}, (void *)add, w + 3, 1);
    run(graph, words, {0, 1, 5});
  }
  {
    std::printf("while\n");
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    kernel_node(params.conditional.phGraph_out[0], {}, (void *)countdown, handle, w, w + 1);
    run(graph, words, {1, 4, 100});
  }
  {
    std::printf("switch\n");
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    auto first = kernel_node(graph, {}, (void *)decide, handle, w);
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeSwitch;
    params.conditional.size = 3;
    cudaGraphNode_t node;
    SHOW(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &params));
    for (int i = 0; i < 3; ++i) kernel_node(params.conditional.phGraph_out[i], {}, (void *)add, w + 1, 100 + i);
    run(graph, words, {0, 1, 2, 3});
  }
}
