// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddExternalSemaphoresSignalNode: what is refused; each launch signals after what the node depends on.
// (Null arrays make hardware crash.)
#include "../../api/graph_nodes/adding.h"
#include "../../external/semaphore.h"

CASES() {
  MUST(cudaFree(nullptr));
  DeviceArray<int> word(1);
  cudaExternalSemaphore_t semaphores[] = {new_semaphore(), new_semaphore()};
  const cudaExternalSemaphore_t kept[] = {semaphores[0], semaphores[1]};
  cudaExternalSemaphoreSignalParams how[2] = {};
  cudaExternalSemaphoreSignalNodeParams params = {semaphores, how, 2}, none = {semaphores, how, 0};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddExternalSemaphoresSignalNode(node, graph, after, count, &params);
  }, false);
  auto graph = new_graph();
  cudaGraphNode_t node;
  SHOW(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, nullptr));
  show_value("nodes", node_count(graph));
  SHOW(cudaGraphAddExternalSemaphoresSignalNode(&node, new_graph(), nullptr, 0, &none));
  auto work = kernel_node(graph, word, 7);
  SHOW(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, &work, 1, &params));
  semaphores[0] = semaphores[1];
  auto exec = instantiate(graph);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaExternalSemaphoreWaitParams wait[2] = {};
  int *seen;
  MUST(cudaHostAlloc(&seen, 4, 0));
  for (int launch = 0; launch < 2; ++launch) {
    SHOW(cudaGraphLaunch(exec, stream));
    MUST(cudaWaitExternalSemaphoresAsync(kept, wait, 2, other));
    MUST(cudaMemcpyAsync(seen, word, 4, cudaMemcpyDeviceToHost, other));
    SHOW(cudaStreamSynchronize(other));
    show_value("seen by a stream that waits for both", *seen);
    MUST(cudaStreamSynchronize(stream));
  }
}
