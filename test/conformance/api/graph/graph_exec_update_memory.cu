// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecUpdate: graphs with memory nodes and with conditional nodes.
#include "../../graphs/nodes.h"

static void update(const char *what, cudaGraphExec_t exec, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  std::printf("%s: %s, result %d, node %s\n", what, name_of(error), int(info.result),
              info.errorNode != nullptr ? "named" : "none");
}

static void run(cudaGraphExec_t exec) {
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaDeviceSynchronize());
}

static cudaGraph_t graph_with_memory(std::size_t bytes) {
  auto graph = new_graph();
  auto memory = alloc_params(bytes);
  cudaGraphNode_t alloc, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory.dptr));
  return graph;
}

static cudaGraph_t graph_with_condition(cudaGraphConditionalNodeType type, unsigned value, int *p, int n) {
  auto graph = new_graph();
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, graph, value, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = type;
  condition.conditional.size = 1;
  cudaGraphNode_t node;
  MUST(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &condition));
  kernel_node(condition.conditional.phGraph_out[0], p, n);
  return graph;
}

CASES() {
  DeviceArray<int> word(1);
  auto first = graph_with_memory(1024), same = graph_with_memory(1024), larger = graph_with_memory(4096);
  auto plain = new_graph();
  kernel_node(plain, word, 1);
  auto exec = instantiate(first);
  run(exec);
  update("its own graph", exec, first);
  update("another of the same size", exec, same);
  update("a larger one", exec, larger);
  update("none", exec, plain);
  run(exec);

  std::printf("conditions\n");
  auto taken = graph_with_condition(cudaGraphCondTypeIf, 1, word, 1);
  auto more = graph_with_condition(cudaGraphCondTypeIf, 1, word, 10);
  auto skipped = graph_with_condition(cudaGraphCondTypeIf, 0, word, 100);
  auto choice = graph_with_condition(cudaGraphCondTypeSwitch, 0, word, 1000);
  exec = instantiate(taken);
  run(exec);
  show_value("word", word.read()[0]);
  update("its own graph", exec, taken);
  run(exec);
  show_value("word", word.read()[0]);
  update("another body", exec, more);
  run(exec);
  show_value("word", word.read()[0]);
  update("another default", exec, skipped);
  run(exec);
  show_value("word", word.read()[0]);
  update("another kind", exec, choice);
  update("none", exec, plain);
  run(exec);
  show_value("word", word.read()[0]);
}
