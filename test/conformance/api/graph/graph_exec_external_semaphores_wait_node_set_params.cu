// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecExternalSemaphoresWaitNodeSetParams: other semaphores for launches to come, as many as there were;
// refused handles. (Null arrays make hardware crash.)
#include "../../external/semaphore.h"
#include "../../graphs/nodes.h"

CASES() {
  MUST(cudaFree(nullptr));
  // Each launch signals as often as it waits.
  cudaExternalSemaphore_t first[] = {new_semaphore(), new_semaphore()}, second[] = {first[1], first[0]};
  cudaExternalSemaphoreSignalParams signals[2] = {};
  cudaExternalSemaphoreWaitParams waits[2] = {};
  const cudaExternalSemaphoreSignalNodeParams signal = {first, signals, 2};
  const cudaExternalSemaphoreWaitNodeParams wait = {first, waits, 2};
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t signaller, waiter, foreign;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&signaller, graph, nullptr, 0, &signal));
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&waiter, graph, &signaller, 1, &wait));
  auto empty = empty_node(graph, {waiter});
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&foreign, other, nullptr, 0, &wait));
  auto exec = instantiate(graph);
  run_once(exec);
  auto changed = wait;
  changed.extSemArray = second;
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(nullptr, waiter, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, nullptr, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, foreign, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, signaller, &changed));
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, &changed));
  changed.numExtSems = 1;
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiter, &changed));
  run_once(exec);
  std::printf("changes\n");
  changed.numExtSems = 2;
  SHOW(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiter, &changed));
  run_once(exec);
  SHOW(cudaStreamQuery(nullptr));
  cudaExternalSemaphoreWaitNodeParams got = {};
  MUST(cudaGraphExternalSemaphoresWaitNodeGetParams(waiter, &got));
  show_truth("the graph keeps its own", got.numExtSems == 2 && got.extSemArray[0] == first[0]);
  run_once(instantiate(graph));
  SHOW(cudaStreamQuery(nullptr));
}
