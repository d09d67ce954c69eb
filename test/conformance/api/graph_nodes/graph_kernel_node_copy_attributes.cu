// SPDX-License-Identifier: Apache-2.0
// cudaGraphKernelNodeCopyAttributes: nodes that are refused, what the destination has afterwards.
#include "../../graphs/nodes.h"

static void show_attributes(const char *what, cudaGraphNode_t node) {
  cudaLaunchAttributeValue priority = {}, window = {}, cooperative = {}, domain = {};
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &priority));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &window));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &cooperative));
  MUST(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomain, &domain));
  show_row(what, {priority.priority, int(window.accessPolicyWindow.num_bytes), cooperative.cooperative,
                  int(domain.memSyncDomain)});
}

CASES() {
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
