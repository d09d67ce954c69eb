// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddExternalSemaphoresWaitNode: what is refused; a launch waits for each of the semaphores.
// (Null arrays make hardware crash.)
#include "../../api/graph_nodes/adding.h"
#include "../../external/semaphore.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  DeviceArray<int> words(2);
  cudaExternalSemaphore_t semaphores[] = {new_semaphore(), new_semaphore()};
  const cudaExternalSemaphore_t kept[] = {semaphores[0], semaphores[1]};
  cudaExternalSemaphoreWaitParams how[2] = {};
  cudaExternalSemaphoreWaitNodeParams params = {semaphores, how, 2}, none = {semaphores, how, 0};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddExternalSemaphoresWaitNode(node, graph, after, count, &params);
  }, false);
  auto graph = new_graph();
  cudaGraphNode_t node, copy;
  SHOW(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, nullptr));
  show_value("nodes", node_count(graph));
  SHOW(cudaGraphAddExternalSemaphoresWaitNode(&node, new_graph(), nullptr, 0, &none));
  SHOW(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, &node, 1, words + 1, words, 4, cudaMemcpyDeviceToDevice));
  semaphores[0] = semaphores[1];
  auto exec = instantiate(graph);
  cudaStream_t stream, busy;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
  cudaExternalSemaphoreSignalParams signal[2] = {};
  show_last_error("of what was refused");
  for (int launch = 0; launch < 2; ++launch) {
    show_while_busy("launch and wait", busy, [&] {
      add_number<<<1, 1, 0, busy>>>(words, 5);
      MUST(cudaSignalExternalSemaphoresAsync(kept, signal, 2, busy));
      MUST(cudaGraphLaunch(exec, stream));
      return cudaStreamSynchronize(stream);
    });
    show_row("words", words.read());
  }
}
