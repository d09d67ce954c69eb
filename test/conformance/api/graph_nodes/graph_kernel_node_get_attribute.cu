// SPDX-License-Identifier: Apache-2.0
// cudaGraphKernelNodeGetAttribute: nodes and attributes that are refused, defaults of those that kernel nodes have.
// (A null value is not among the cases: other calls of this kind crash.)
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto node = kernel_node(graph, word, 1);
  cudaLaunchAttributeValue value = {};
  SHOW(cudaGraphKernelNodeGetAttribute(nullptr, cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(empty_node(graph), cudaLaunchAttributePriority, &value));
  int calls = 0;
  SHOW(cudaGraphKernelNodeGetAttribute(host_node(graph, count_call, &calls), cudaLaunchAttributePriority, &value));
  std::printf("what is no attribute of a kernel node\n");
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeIgnore, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeSynchronizationPolicy, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeProgrammaticStreamSerialization, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeProgrammaticEvent, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeLaunchCompletionEvent, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, static_cast<cudaLaunchAttributeID>(77), &value));
  std::printf("defaults\n");
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
  show_value("priority", value.priority);
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value));
  show_value("cooperative", value.cooperative);
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));
  show_truth("a window", value.accessPolicyWindow.base_ptr != nullptr);
  show_row("bytes, properties", {int(value.accessPolicyWindow.num_bytes), int(value.accessPolicyWindow.hitProp),
                                 int(value.accessPolicyWindow.missProp)});
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value));
  show_value("domain", value.memSyncDomain);
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomainMap, &value));
  show_row("map", {value.memSyncDomainMap.default_, value.memSyncDomainMap.remote});
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePreferredSharedMemoryCarveout, &value));
  show_value("carveout", static_cast<int>(value.sharedMemCarveout));
  MUST(cudaFuncSetAttribute(no_arguments, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  cudaKernelNodeParams with_carveout = {(void *)no_arguments, 1, 1, 0, nullptr, nullptr};
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &with_carveout));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePreferredSharedMemoryCarveout, &value));
  show_value("carveout of a kernel that has one", static_cast<int>(value.sharedMemCarveout));
  std::printf("of a captured launch\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  no_arguments<<<1, 1, 0, stream>>>();
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
  show_value("priority", value.priority);
}
