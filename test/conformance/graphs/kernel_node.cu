// SPDX-License-Identifier: Apache-2.0
// Kernel nodes: parameters and attributes.
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

int main() {
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
