// SPDX-License-Identifier: Apache-2.0
// Launch attributes and stream attributes in captured kernel nodes.
#include "../transcript.h"

__global__ void kernel() {}

static void show_attributes(const char *what, cudaGraphNode_t node) {
  cudaKernelNodeAttrValue value;
  std::printf("%s:", what);
  std::memset(&value, 0, sizeof value);
  cudaError_t e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value);
  std::printf(" priority %s %d", name_of(e), value.priority);
  std::memset(&value, 0, sizeof value);
  e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value);
  std::printf(", cooperative %s %d", name_of(e), value.cooperative);
  std::memset(&value, 0, sizeof value);
  e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value);
  std::printf(", window %s %d", name_of(e), int(value.accessPolicyWindow.num_bytes));
  std::memset(&value, 0, sizeof value);
  e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value);
  std::printf(", domain %s %d\n", name_of(e), value.memSyncDomain);
  std::fflush(stdout);
}

int main() {
  DeviceArray<char> data(4096);
  cudaStream_t s, urgent;
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamSynchronize(s));
  cudaEvent_t fork_event, join_event;
  MUST(cudaEventCreate(&fork_event));
  MUST(cudaEventCreate(&join_event));
  cudaGraph_t graph;
  cudaGraphNode_t nodes[8];
  std::size_t count = 8;

  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaEventRecord(fork_event, s));
  MUST(cudaStreamWaitEvent(urgent, fork_event, 0));
  kernel<<<1, 1, 0, urgent>>>();
  MUST(cudaEventRecord(join_event, urgent));
  MUST(cudaStreamWaitEvent(s, join_event, 0));
  cudaStreamAttrValue attribute = {};
  attribute.accessPolicyWindow.base_ptr = data.get();
  attribute.accessPolicyWindow.num_bytes = 1024;
  attribute.accessPolicyWindow.hitRatio = 1;
  SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &attribute));
  attribute = {};
  attribute.priority = -1;
  SHOW(cudaStreamSetAttribute(s, cudaStreamAttributePriority, &attribute));
  kernel<<<1, 1, 0, s>>>();
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = s;
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = -2;
  attributes[1].id = cudaLaunchAttributeMemSyncDomain;
  attributes[1].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  config.attrs = attributes;
  config.numAttrs = 2;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(kernel), nullptr));
  attributes[0].val.priority = -1000;
  config.numAttrs = 1;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(kernel), nullptr));
  SHOW(cudaStreamEndCapture(s, &graph));
  if (graph == nullptr) return 0;
  MUST(cudaGraphGetNodes(graph, nodes, &count));
  const char *names[] = {"plain", "from the urgent stream", "after setting the stream's attributes", "from the launch",
                         "priority out of range"};
  for (std::size_t i = 0; i < count && i < 5; ++i) show_attributes(names[i], nodes[i]);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagUseNodePriority));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
}
