// SPDX-License-Identifier: Apache-2.0
// Nodes that are ready together begin by their priorities, where the graph was instantiated so. A GPU promises nothing
// here, and there is no transcript: this asks Riffle with one worker, which runs one kernel after the other.
#include <unistd.h>

#include "nodes.h"

static __global__ void enter(int *order, int n) {
  order[1 + order[0]] = n;
  order[0] += 1;
}

int main(int, char **arguments) {
  if (getenv("RIFFLE_WORKERS") == nullptr) {  // read before main
    setenv("RIFFLE_WORKERS", "1", 1);
    execv("/proc/self/exe", arguments);
  }
  int *order;
  MUST(cudaMallocManaged(&order, 64));
  const int priorities[] = {0, -5, -2, -4};
  auto graph = new_graph();
  for (int i = 0; i < 4; ++i) {
    KernelParams params(order, i, (void *)enter);
    cudaGraphNode_t node;
    MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, params));
    cudaLaunchAttributeValue value = {};
    value.priority = priorities[i];
    MUST(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
  }
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagUseNodePriority));
  for (int round = 0; round < 40; ++round) {
    std::memset(order, 0, 64);
    MUST(cudaGraphLaunch(exec, cudaStreamPerThread));
    // Waiting would make this thread run kernels too.
    while (cudaStreamQuery(cudaStreamPerThread) == cudaErrorNotReady) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const int expected[] = {4, 1, 3, 2, 0};
    if (std::memcmp(order, expected, sizeof expected) == 0) continue;
    show_row("order", {order[1], order[2], order[3], order[4]});
    return 1;
  }
}
