// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeGetEnabled: 1 until a node is disabled, through new parameters and updates; nodes that it does not know.
#include "../../graphs/nodes.h"

static void show_enabled(const char *what, cudaGraphExec_t exec, cudaGraphNode_t node) {
  unsigned enabled = 77;
  const cudaError_t error = cudaGraphNodeGetEnabled(exec, node, &enabled);
  std::printf("%s: %s, %u\n", what, name_of(error), enabled);
}

CASES() {
  DeviceArray<int> words(4);
  auto graph = new_graph(), other = new_graph(), inner = new_graph();
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  auto kernel = kernel_node(graph, words, 1), foreign = kernel_node(other, words, 1);
  auto host = host_node(graph, do_nothing, nullptr), empty = empty_node(graph);
  cudaGraphNode_t fill, copy, child, record, inside;
  auto five = memset_params(words + 1, 5, 1);
  MUST(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &five));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, words + 2, words + 3, 4, cudaMemcpyDeviceToDevice));
  kernel_node(inner, words + 3, 1);
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  cudaGraph_t body;
  std::size_t count = 1;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphGetNodes(body, &inside, &count));
  auto exec = instantiate(graph), second = instantiate(graph);
  auto late = kernel_node(graph, words, 1);
  show_enabled("no exec", nullptr, kernel);
  show_enabled("no node", exec, nullptr);
  show_enabled("another graph's", exec, foreign);
  show_enabled("added after instantiation", exec, late);
  SHOW(cudaGraphNodeGetEnabled(exec, kernel, nullptr));
  show_enabled("kernel", exec, kernel);
  show_enabled("fill", exec, fill);
  show_enabled("copy", exec, copy);
  show_enabled("in a child graph", exec, inside);
  show_enabled("host", exec, host);
  show_enabled("empty", exec, empty);
  show_enabled("child graph", exec, child);
  show_enabled("event record", exec, record);
  std::printf("disabled\n");
  for (auto node : {kernel, fill, copy, inside}) {
    SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
    show_enabled("disabled", exec, node);
    show_enabled("in another exec", second, node);
  }
  run_once(exec);
  show_enabled("after a launch", exec, kernel);
  KernelParams ten(words, 10);
  MUST(cudaGraphExecKernelNodeSetParams(exec, kernel, ten));
  show_enabled("after new parameters", exec, kernel);
  MUST(cudaGraphDestroyNode(late));
  SHOW(cudaGraphExecUpdate(exec, graph, nullptr));
  show_enabled("after an update", exec, kernel);
  MUST(cudaGraphNodeSetEnabled(exec, kernel, 200));
  show_enabled("enabled with 200", exec, kernel);
  show_enabled("the next", exec, fill);
}
