// SPDX-License-Identifier: Apache-2.0
// cudaGraphInstantiate: an executable graph of the graph as it is now; what is refused, and what that leaves.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> words(2);
  auto graph = new_graph(), nothing = new_graph(), cycle = new_graph(), with_memory = new_graph();
  auto a = kernel_node(graph, words, 1), b = kernel_node(graph, words, 10, {a});
  cudaGraphExec_t exec = nullptr, second = nullptr;
  SHOW(cudaGraphInstantiate(nullptr, graph, 0));
  SHOW(cudaGraphInstantiate(&exec, nullptr, 0));
  for (unsigned long long flags : {16ull, 1ull << 31, 1ull << 63, 0x1000ull, 1ull << 32})
    SHOW(cudaGraphInstantiate(&exec, graph, flags));
  auto x = empty_node(cycle), y = empty_node(cycle, {x});
  MUST(cudaGraphAddDependencies(cycle, &y, &x, nullptr, 1));
  SHOW(cudaGraphInstantiate(&exec, cycle, 0));
  show_truth("nothing written", exec == nullptr);
  SHOW(cudaGraphInstantiate(&exec, nothing, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphExecDestroy(exec));

  std::printf("the graph as it was\n");
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphInstantiate(&second, graph));
  show_truth("two of one graph", exec != second);
  KernelParams changed(words, 1000);
  MUST(cudaGraphKernelNodeSetParams(a, changed));
  kernel_node(graph, words + 1, 5);
  MUST(cudaGraphDestroyNode(b));
  run_once(exec);
  show_row("words", words.read());
  SHOW(cudaGraphExecDestroy(exec));
  run_once(second);
  show_row("words", words.read());
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  run_once(exec);
  show_row("words of the changed graph", words.read());
  SHOW(cudaGraphDestroy(graph));
  run_once(exec);
  show_row("words without the graph", words.read());

  std::printf("graphs of nodes\n");
  auto outer = new_graph(), inner = new_graph();
  kernel_node(inner, words, 1);
  cudaGraphNode_t child, alloc;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  exec = nullptr;
  SHOW(cudaGraphInstantiate(&exec, body, 0));
  std::printf("memory nodes\n");
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, nullptr, 0, &memory));
  SHOW(cudaGraphInstantiate(&exec, with_memory, 0));
  SHOW(cudaGraphInstantiate(&second, with_memory, 0));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiate(&second, with_memory, 0));
  std::printf("conditions\n");
  auto conditional = new_graph();
  cudaGraphConditionalHandle handle, unused;
  MUST(cudaGraphConditionalHandleCreate(&handle, conditional, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&child, conditional, nullptr, nullptr, 0, &condition));
  SHOW(cudaGraphInstantiate(&exec, conditional, 0));
  SHOW(cudaGraphInstantiate(&second, conditional, 0));
  SHOW(cudaGraphExecDestroy(exec));
  MUST(cudaGraphConditionalHandleCreate(&unused, conditional, 1, cudaGraphCondAssignDefault));
  SHOW(cudaGraphInstantiate(&exec, conditional, 0));
}
