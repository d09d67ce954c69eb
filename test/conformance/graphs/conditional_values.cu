// SPDX-License-Identifier: Apache-2.0
// The value behind a conditional handle: of the graph, whose executable graphs come one at a time. (Destroying one waits
// for its launch.)
#include "nodes.h"

static __global__ void decide(cudaGraphConditionalHandle handle, const int *value) {
  cudaGraphSetConditional(handle, *value);
}
template <class... Args>
static cudaGraphNode_t node_of(cudaGraph_t graph, void *func, std::vector<cudaGraphNode_t> after, Args... values) {
  void *args[] = {&values...};
  cudaKernelNodeParams params = {};
  params.func = func;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

static cudaGraphNode_t if_node(cudaGraph_t graph, cudaGraphConditionalHandle handle, int *word, int n,
                               std::vector<cudaGraphNode_t> after = {}) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  MUST(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
  kernel_node(params.conditional.phGraph_out[0], word, n);
  return node;
}

int main() {
  DeviceArray<int> words(1);
  int *decision;
  MUST(cudaHostAlloc(&decision, 64, cudaHostAllocMapped));
  int *word = words, *where;
  MUST(cudaHostGetDevicePointer(&where, decision, 0));
  std::printf("one exec at a time\n");
  {
    auto graph = new_graph();
    cudaGraphConditionalHandle handle;
    MUST(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    auto node = if_node(graph, handle, word, 1);
    node_of(graph, (void *)decide, {node}, handle, (const int *)where);
    cudaGraphExec_t first = instantiate(graph), second = nullptr;
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    cudaGraphInstantiateParams params = {};
    SHOW(cudaGraphInstantiateWithParams(&second, graph, &params));
    show_value("result", params.result_out);
    show_truth("a node is named", params.errNode_out != nullptr);
    decision[0] = 1;
    run_once(first);
    show_value("first launch", words.read()[0]);
    run_once(first);
    show_value("second launch", words.read()[0]);
    SHOW(cudaGraphExecDestroy(first));
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    if (second != nullptr) {
      run_once(second);
      show_value("first launch of the next exec", words.read()[0]);
      run_once(second);
      show_value("second launch of the next exec", words.read()[0]);
    }
  }
}
