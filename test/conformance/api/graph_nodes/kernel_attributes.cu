// SPDX-License-Identifier: Apache-2.0
// Attributes of kernel nodes.
#include "../../cases.h"
#include "../../graphs/nodes.h"

// cudaGraphKernelNodeGetAttribute: nodes and attributes that are refused, defaults of those that kernel nodes have.
// (A null value is not among the cases: other calls of this kind crash.)
CASE(graph_kernel_node_get_attribute) {
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

// cudaGraphKernelNodeSetAttribute: nodes, attributes and values that are refused; values read back.
CASE(graph_kernel_node_set_attribute) {
  DeviceArray<int> words(64);
  auto graph = new_graph();
  auto node = kernel_node(graph, words, 1);
  cudaLaunchAttributeValue value = {}, got = {};
  SHOW(cudaGraphKernelNodeSetAttribute(nullptr, cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(empty_node(graph), cudaLaunchAttributePriority, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeIgnore, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeSynchronizationPolicy, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeProgrammaticStreamSerialization, &value));
  SHOW(cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(77), &value));
  std::printf("priority\n");
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  for (int priority : {greatest, greatest - 1, -1, least, least + 1}) {
    value.priority = priority;
    show("set", cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
    MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &got));
    show_truth("clamped", got.priority == (priority < greatest ? greatest : priority > least ? least : priority));
  }
  std::printf("cooperative\n");
  for (int cooperative : {1, 0, 2}) {
    value = {};
    value.cooperative = cooperative;
    show("set", cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value));
    MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &got));
    show_truth("cooperative", got.cooperative != 0);
  }
  std::printf("window\n");
  cudaLaunchAttributeValue window = {};
  window.accessPolicyWindow.base_ptr = words;
  window.accessPolicyWindow.num_bytes = 256;
  window.accessPolicyWindow.hitRatio = 0.5f;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &window));
  auto refuse = [&](const char *what, auto change) {
    value = window;
    change(value.accessPolicyWindow);
    show(what, cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));
  };
  refuse("ratio above 1", [](auto &w) { w.hitRatio = 1.5f; });
  refuse("ratio below 0", [](auto &w) { w.hitRatio = -0.5f; });
  refuse("misses that persist", [](auto &w) { w.missProp = cudaAccessPropertyPersisting; });
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &got));
  show_truth("base", got.accessPolicyWindow.base_ptr == words.get());
  show_row("bytes, percent, properties",
           {int(got.accessPolicyWindow.num_bytes), int(got.accessPolicyWindow.hitRatio * 100),
            int(got.accessPolicyWindow.hitProp), int(got.accessPolicyWindow.missProp)});
  run_once(instantiate(graph));
  show_value("word", words.read()[0]);
  std::printf("memory domain\n");
  for (int domain : {1, 0, 2}) {
    value = {};
    value.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(domain);
    show("set", cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value));
  }
  value = {};
  value.memSyncDomainMap.default_ = 1;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeMemSyncDomainMap, &value));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomainMap, &got));
  show_row("map", {got.memSyncDomainMap.default_, got.memSyncDomainMap.remote});
  for (int remote : {3, 4, 200}) {
    value.memSyncDomainMap.remote = static_cast<unsigned char>(remote);
    std::printf("%d: %s\n", remote,
                name_of(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeMemSyncDomainMap, &value)));
  }
  std::printf("carveout\n");
  for (int percent : {50, 100, -1, 101, -2}) {
    value = {};
    value.sharedMemCarveout = static_cast<unsigned>(percent);
    std::printf("%d: %s\n", percent,
                name_of(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePreferredSharedMemoryCarveout, &value)));
  }
}

static void show_attributes(const char *what, cudaGraphNode_t node) {
  cudaLaunchAttributeValue priority = {}, window = {}, cooperative = {}, domain = {};
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &priority));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &window));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &cooperative));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomain, &domain));
  show_row(what, {priority.priority, int(window.accessPolicyWindow.num_bytes), cooperative.cooperative,
                  int(domain.memSyncDomain)});
}

// cudaGraphKernelNodeCopyAttributes: nodes that are refused, what the destination has afterwards.
CASE(graph_kernel_node_copy_attributes) {
  DeviceArray<int> words(64);
  auto graph = new_graph(), other = new_graph();
  auto source = kernel_node(graph, words, 1), target = kernel_node(graph, words, 2), foreign = kernel_node(other, words, 3);
  auto empty = empty_node(graph);
  cudaLaunchAttributeValue value = {};
  value.priority = -2;
  MUST(cudaGraphKernelNodeSetAttribute(source, cudaLaunchAttributePriority, &value));
  value = {};
  value.accessPolicyWindow.base_ptr = words;
  value.accessPolicyWindow.num_bytes = 256;
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyStreaming;
  value.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
  MUST(cudaGraphKernelNodeSetAttribute(source, cudaLaunchAttributeAccessPolicyWindow, &value));
  value = {};
  value.cooperative = 1;
  MUST(cudaGraphKernelNodeSetAttribute(source, cudaLaunchAttributeCooperative, &value));
  value = {};
  value.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  MUST(cudaGraphKernelNodeSetAttribute(source, cudaLaunchAttributeMemSyncDomain, &value));
  SHOW(cudaGraphKernelNodeCopyAttributes(nullptr, source));
  SHOW(cudaGraphKernelNodeCopyAttributes(target, nullptr));
  SHOW(cudaGraphKernelNodeCopyAttributes(nullptr, nullptr));
  SHOW(cudaGraphKernelNodeCopyAttributes(empty, source));
  SHOW(cudaGraphKernelNodeCopyAttributes(target, empty));
  show_attributes("target as before", target);
  SHOW(cudaGraphKernelNodeCopyAttributes(target, source));
  show_attributes("target", target);
  SHOW(cudaGraphKernelNodeCopyAttributes(source, source));
  show_attributes("source", source);
  std::printf("to a node of another graph\n");
  SHOW(cudaGraphKernelNodeCopyAttributes(foreign, target));
  show_attributes("foreign", foreign);
  std::printf("nothing but attributes\n");
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(target, &got));
  show_value("argument", *static_cast<int *>(got.kernelParams[1]));
  std::printf("defaults overwrite\n");
  SHOW(cudaGraphKernelNodeCopyAttributes(source, kernel_node(other, words, 4)));
  show_attributes("source", source);
  run_once(instantiate(graph));
  show_value("word", words.read()[0]);
}
