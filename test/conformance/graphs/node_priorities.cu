// SPDX-License-Identifier: Apache-2.0
// Priorities of kernel nodes: where they come from, which last, what copies and updates carry over.
#include "nodes.h"

static int priority_of(cudaGraphNode_t node) {
  cudaLaunchAttributeValue value;
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
  return value.priority;
}
static cudaGraphNode_t only_node(cudaGraph_t graph) {
  cudaGraphNode_t nodes[8];
  std::size_t count = 8;
  MUST(cudaGraphGetNodes(graph, nodes, &count));
  return nodes[0];
}

int main() {
  DeviceArray<int> word(1);
  cudaLaunchAttributeValue value = {};
  for (int priority : {-6, -5, -1, 0, 1, 5}) {
    auto graph = new_graph();
    auto node = kernel_node(graph, word, 1);
    value.priority = priority;
    const cudaError_t set = cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value);
    std::printf("%d: %s, %d\n", priority, name_of(set), priority_of(node));
  }
  std::printf("captured\n");
  for (int priority : {-3, 0}) {
    cudaStream_t s;
    MUST(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, priority));
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add_number<<<1, 1, 0, s>>>(word, 1);
    MUST(cudaStreamEndCapture(s, &graph));
    show_value("of the stream", priority_of(only_node(graph)));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributePriority;
    attribute.val.priority = -2;
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    config.stream = s;
    config.attrs = &attribute;
    config.numAttrs = 1;
    MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    SHOW(cudaLaunchKernelEx(&config, add_number, word.get(), 1));
    MUST(cudaStreamEndCapture(s, &graph));
    show_value("of the launch", priority_of(only_node(graph)));
    run_once(instantiate(graph));
  }
  std::printf("updates\n");
  auto graph = new_graph(), same = new_graph();
  auto low = kernel_node(graph, word, 1);
  auto high = kernel_node(same, word, 1);
  value.priority = -4;
  MUST(cudaGraphKernelNodeSetAttribute(high, cudaLaunchAttributePriority, &value));
  for (unsigned long long flags : {0ull, (unsigned long long)cudaGraphInstantiateFlagUseNodePriority}) {
    cudaGraphExec_t exec;
    SHOW(cudaGraphInstantiate(&exec, graph, flags));
    cudaGraphExecUpdateResultInfo result;
    SHOW(cudaGraphExecUpdate(exec, same, &result));
    show_value("result", result.result);
    KernelParams params(word, 10);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, low, params));
    run_once(exec);
    show_value("word", word.read()[0]);
    SHOW(cudaGraphExecUpdate(exec, graph, &result));
    show_value("result", result.result);
    show_truth("a node is named", result.errorNode != nullptr);
  }
  std::printf("other attributes\n");
  auto cooperative = new_graph(), domain = new_graph();
  auto node = kernel_node(cooperative, word, 1);
  value = {};
  value.cooperative = 1;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value));
  node = kernel_node(domain, word, 1);
  value = {};
  value.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value));
  auto exec = instantiate(graph);
  cudaGraphExecUpdateResultInfo result;
  SHOW(cudaGraphExecUpdate(exec, cooperative, &result));
  show_value("result", result.result);
  SHOW(cudaGraphExecUpdate(exec, domain, &result));
  show_value("result", result.result);
}
