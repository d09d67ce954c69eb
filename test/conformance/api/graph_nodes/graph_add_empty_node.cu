// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddEmptyNode: it does nothing but wait for what it depends on.
#include "../../api/graph_nodes/adding.h"

__global__ void times_ten(int *p) { *p *= 10; }

CASES() {
  DeviceArray<int> word(1);
  int *p = word;
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddEmptyNode(node, graph, after, count);
  });
  auto graph = new_graph();
  std::vector<cudaGraphNode_t> first;
  for (int i = 0; i < 16; ++i) first.push_back(kernel_node(graph, word, i));
  cudaGraphNode_t join;
  SHOW(cudaGraphAddEmptyNode(&join, graph, first.data(), first.size()));
  std::size_t count = 0;
  SHOW(cudaGraphNodeGetDependencies(join, nullptr, nullptr, &count));
  show_value("dependencies", static_cast<long long>(count));
  void *args[] = {&p};
  cudaKernelNodeParams params = {(void *)times_ten, 1, 1, 0, args, nullptr};
  cudaGraphNode_t last;
  MUST(cudaGraphAddKernelNode(&last, graph, &join, 1, &params));
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  std::printf("a graph of nothing else\n");
  auto second = new_graph();
  cudaGraphNode_t alone;
  SHOW(cudaGraphAddEmptyNode(&alone, second, nullptr, 0));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, second, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
}
