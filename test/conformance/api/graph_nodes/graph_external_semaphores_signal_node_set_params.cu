// SPDX-License-Identifier: Apache-2.0
// cudaGraphExternalSemaphoresSignalNodeSetParams: what is refused and changes nothing; other semaphores, another number of
// them. (Null arrays make hardware crash.)
#include "../../external/semaphore.h"
#include "../../graphs/nodes.h"

CASES() {
  MUST(cudaFree(nullptr));
  cudaExternalSemaphore_t first = new_semaphore(), second = new_semaphore(), both[] = {first, second};
  cudaExternalSemaphoreSignalParams signal[2] = {};
  cudaExternalSemaphoreWaitParams wait[2] = {};
  cudaExternalSemaphoreSignalNodeParams params = {&first, signal, 1}, two = {both, signal, 2}, got = {};
  cudaExternalSemaphoreWaitNodeParams reversed = {&first, wait, 1};
  auto graph = new_graph();
  cudaGraphNode_t node, other;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&other, new_graph(), nullptr, 0, &reversed));
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(nullptr, &two));
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(node, nullptr));
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(other, &two));
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(empty_node(graph), &two));
  MUST(cudaGraphExternalSemaphoresSignalNodeGetParams(node, &got));
  show_value("count as before", got.numExtSems);
  auto before = instantiate(graph);
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(node, &two));
  both[0] = second;
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(node, &got));
  show_value("count", got.numExtSems);
  show_truth("semaphores", got.extSemArray[0] == first && got.extSemArray[1] == second);
  both[0] = first;
  auto after = instantiate(graph);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto run = [&](const char *what, cudaGraphExec_t exec, cudaExternalSemaphore_t *semaphores, unsigned count) {
    MUST(cudaGraphLaunch(exec, nullptr));
    MUST(cudaWaitExternalSemaphoresAsync(semaphores, wait, count, stream));
    show(what, cudaDeviceSynchronize());
  };
  run("made before", before, &first, 1);
  run("made after", after, both, 2);
  std::printf("another semaphore\n");
  params.extSemArray = &second;
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(node, &params));
  run("made now", instantiate(graph), &second, 1);
}
