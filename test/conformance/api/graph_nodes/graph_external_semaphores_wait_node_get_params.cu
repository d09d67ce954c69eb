// SPDX-License-Identifier: Apache-2.0
// cudaGraphExternalSemaphoresWaitNodeGetParams: nodes and nulls that are refused; the node's own copy of what it was
// given.
#include "../../external/semaphore.h"
#include "../../graphs/nodes.h"

CASES() {
  MUST(cudaFree(nullptr));
  cudaExternalSemaphore_t semaphores[] = {new_semaphore(), new_semaphore()}, kept[] = {semaphores[0], semaphores[1]};
  cudaExternalSemaphoreWaitParams how[2] = {};
  cudaExternalSemaphoreSignalParams reverse = {};
  how[0].params.fence.value = 5;
  how[1].params.fence.value = 6;
  cudaExternalSemaphoreWaitNodeParams params = {semaphores, how, 2}, got = {};
  cudaExternalSemaphoreSignalNodeParams reversed = {kept, &reverse, 1};
  auto graph = new_graph(), second = new_graph();
  cudaGraphNode_t node, other, copy;
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&other, graph, nullptr, 0, &reversed));
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(nullptr, &got));
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(node, nullptr));
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(other, &got));
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(empty_node(graph), &got));
  show_truth("untouched", got.extSemArray == nullptr && got.paramsArray == nullptr && got.numExtSems == 0);
  semaphores[0] = semaphores[1];
  how[0].params.fence.value = 7;
  auto show_got = [&] {
    show_value("count", got.numExtSems);
    show_truth("semaphores", got.extSemArray[0] == kept[0] && got.extSemArray[1] == kept[1]);
    show_row("values", {int(got.paramsArray[0].params.fence.value), int(got.paramsArray[1].params.fence.value)});
  };
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(node, &got));
  show_got();
  show_truth("the caller's arrays", got.extSemArray == semaphores || got.paramsArray == how);
  SHOW(cudaGraphAddExternalSemaphoresWaitNode(&copy, second, nullptr, 0, &got));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(copy, &got));
  show_got();
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  how[0].params.fence.value = 5;
  MUST(cudaWaitExternalSemaphoresAsync(kept, how, 2, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(node, &got));
  show_got();
}
