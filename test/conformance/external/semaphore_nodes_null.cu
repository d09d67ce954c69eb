// SPDX-License-Identifier: Apache-2.0
// Semaphore nodes and null pointers.
#include "../graphs/nodes.h"
#include "semaphore.h"

int main() {
  MUST(cudaFree(nullptr));
  cudaExternalSemaphore_t semaphore = new_semaphore();
  cudaExternalSemaphoreSignalParams how = {};
  cudaExternalSemaphoreSignalNodeParams signal = {&semaphore, &how, 1};
  auto graph = new_graph();
  cudaGraphNode_t node, bad;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &signal));
  auto exec = instantiate(graph);
  SHOW(cudaGraphAddExternalSemaphoresSignalNode(&bad, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddExternalSemaphoresWaitNode(&bad, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(node, nullptr));
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(node, nullptr));
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, nullptr));
}
