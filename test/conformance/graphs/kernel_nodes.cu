// SPDX-License-Identifier: Apache-2.0
// Kernel nodes, their attributes and priorities.
#include "../cases.h"
#include "nodes.h"

static void show_attribute(const char *what, cudaGraphNode_t node, cudaLaunchAttributeID id, int offset) {
  cudaLaunchAttributeValue value;
  std::memset(&value, 0x55, sizeof value);
  cudaError_t error = cudaGraphKernelNodeGetAttribute(node, id, &value);
  int word;
  std::memcpy(&word, reinterpret_cast<char *>(&value) + offset, 4);
  if (error == cudaSuccess)
    std::printf("%s: %d\n", what, word);
  else
    std::printf("%s: %s\n", what, name_of(error));
}

// Kernel nodes: parameters and attributes.
CASE(kernel_node) {
  DeviceArray<int> words(2);
  auto graph = new_graph();
  KernelParams good(words, 5);
  cudaGraphNode_t node, other;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddKernelNode(&node, nullptr, nullptr, 0, good));
  SHOW(cudaGraphAddKernelNode(nullptr, graph, nullptr, 0, good));
  KernelParams bad(words, 1);
  bad.params.kernelParams = nullptr;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, bad));
  bad.params.kernelParams = bad.args;
  bad.params.sharedMemBytes = 1 << 30;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, bad));
  bad.params.sharedMemBytes = 0;
  bad.params.func = (void *)&words;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, bad));
  KernelParams none(words, 1, (void *)no_arguments);
  none.params.kernelParams = nullptr;
  SHOW(cudaGraphAddKernelNode(&other, graph, nullptr, 0, none));
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, good));
  struct {
    int *p;
    int n;
  } packed = {words + 1, 7};
  std::size_t size = sizeof packed;
  void *extra[] = {(void *)1, &packed, (void *)2, &size, nullptr};
  KernelParams buffer(words, 1);
  buffer.params.extra = extra;
  SHOW(cudaGraphAddKernelNode(&other, graph, nullptr, 0, buffer));
  buffer.params.kernelParams = nullptr;
  SHOW(cudaGraphAddKernelNode(&other, graph, nullptr, 0, buffer));
  run_once(instantiate(graph));
  show_row("words", words.read());
  cudaKernelNodeParams got;
  SHOW(cudaGraphKernelNodeGetParams(node, nullptr));
  SHOW(cudaGraphKernelNodeGetParams(nullptr, &got));
  SHOW(cudaGraphKernelNodeGetParams(node, &got));
  show_truth("same function", got.func == (void *)add_number);
  show_row("argument, shared", {*static_cast<int *>(got.kernelParams[1]), int(got.sharedMemBytes)});
  show_truth("no extra", got.extra == nullptr);
  SHOW(cudaGraphKernelNodeGetParams(other, &got));
  show_truth("arguments from the buffer", got.kernelParams != nullptr && *static_cast<int *>(got.kernelParams[1]) == 7);
  SHOW(cudaGraphKernelNodeSetParams(node, nullptr));
  SHOW(cudaGraphKernelNodeSetParams(nullptr, good));
  KernelParams changed(words, 6, (void *)add_other);
  SHOW(cudaGraphKernelNodeSetParams(node, changed));
  changed.params.gridDim.y = 70000;
  SHOW(cudaGraphKernelNodeSetParams(node, changed));
  auto empty = empty_node(graph);
  SHOW(cudaGraphKernelNodeSetParams(empty, good));

  std::printf("attributes\n");
  show_attribute("priority", node, cudaLaunchAttributePriority, 0);
  show_attribute("cooperative", node, cudaLaunchAttributeCooperative, 0);
  show_attribute("window bytes", node, cudaLaunchAttributeAccessPolicyWindow, 8);
  show_attribute("domain", node, cudaLaunchAttributeMemSyncDomain, 0);
  show_attribute("policy", node, cudaLaunchAttributeSynchronizationPolicy, 0);
  show_attribute("serialization", node, cudaLaunchAttributeProgrammaticStreamSerialization, 0);
  show_attribute("ignore", node, cudaLaunchAttributeIgnore, 0);
  cudaLaunchAttributeValue value = {};
  value.priority = -3;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
  show_attribute("priority", node, cudaLaunchAttributePriority, 0);
  value.priority = -100;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
  show_attribute("priority", node, cudaLaunchAttributePriority, 0);
  value.priority = -2;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
  value = {};
  value.accessPolicyWindow.hitRatio = 2;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeIgnore, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(empty, cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(nullptr, cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(empty, cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeCopyAttributes(other, node));
  show_attribute("copied priority", other, cudaLaunchAttributePriority, 0);
  SHOW(cudaGraphKernelNodeCopyAttributes(other, other));
  SHOW(cudaGraphKernelNodeCopyAttributes(other, empty));
  SHOW(cudaGraphKernelNodeCopyAttributes(nullptr, node));
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  cudaGraphNode_t copy;
  MUST(cudaGraphNodeFindInClone(&copy, node, clone));
  show_attribute("priority in a clone", copy, cudaLaunchAttributePriority, 0);
  SHOW(cudaGraphKernelNodeSetParams(node, good));
  show_attribute("priority after new parameters", node, cudaLaunchAttributePriority, 0);
}

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

// Priorities of kernel nodes: where they come from, which last, what copies and updates carry over.
CASE(node_priorities) {
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
