// SPDX-License-Identifier: Apache-2.0
// A stream and a graph that wait for an external semaphore before anybody has signalled it.
#include "../graphs/nodes.h"
#include "semaphore.h"

int main() {
  DeviceArray<int> word(1);
  cudaStream_t s, t;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  auto semaphore = new_semaphore();
  cudaExternalSemaphoreSignalParams signal = {};
  cudaExternalSemaphoreWaitParams wait = {};
  auto graph = new_graph();
  cudaExternalSemaphoreWaitNodeParams params = {&semaphore, &wait, 1};
  cudaGraphNode_t node;
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &params));
  kernel_node(graph, word, 10, {node});
  auto exec = instantiate(graph);
  add_number<<<1, 1, 0, s>>>(word, 0);
  MUST(cudaStreamSynchronize(s));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamQuery(s));
  SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, t));
  SHOW(cudaStreamSynchronize(s));
  show_value("word", word.read()[0]);
  SHOW(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, s));
  add_number<<<1, 1, 0, s>>>(word, 1);
  SHOW(cudaStreamQuery(s));
  SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, t));
  SHOW(cudaStreamSynchronize(s));
  show_value("word", word.read()[0]);
}
