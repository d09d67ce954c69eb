// SPDX-License-Identifier: Apache-2.0
// cudaGraphKernelNodeSetAttribute: nodes, attributes and values that are refused; values read back.
#include "../../graphs/nodes.h"

CASES() {
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
