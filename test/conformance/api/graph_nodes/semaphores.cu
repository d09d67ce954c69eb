// SPDX-License-Identifier: Apache-2.0
// Nodes that signal external semaphores and wait for them.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../external/semaphore.h"
#include "../../graphs/nodes.h"
#include "../../gate.h"

// cudaGraphAddExternalSemaphoresSignalNode: what is refused; each launch signals after what the node depends on.
// (Null arrays make hardware crash.)
CASE(graph_add_external_semaphores_signal_node) {
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

// cudaGraphExternalSemaphoresSignalNodeGetParams: nodes and nulls that are refused; the node's own copy of what it was
// given.
CASE(graph_external_semaphores_signal_node_get_params) {
  MUST(cudaFree(nullptr));
  cudaExternalSemaphore_t semaphores[] = {new_semaphore(), new_semaphore()}, kept[] = {semaphores[0], semaphores[1]};
  cudaExternalSemaphoreSignalParams how[2] = {};
  cudaExternalSemaphoreWaitParams reverse = {};
  how[0].params.fence.value = 5;
  how[1].params.fence.value = 6;
  cudaExternalSemaphoreSignalNodeParams params = {semaphores, how, 2}, got = {};
  cudaExternalSemaphoreWaitNodeParams reversed = {kept, &reverse, 1};
  auto graph = new_graph(), second = new_graph();
  cudaGraphNode_t node, other, copy;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&other, graph, nullptr, 0, &reversed));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(nullptr, &got));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(node, nullptr));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(other, &got));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(empty_node(graph), &got));
  show_truth("untouched", got.extSemArray == nullptr && got.paramsArray == nullptr && got.numExtSems == 0);
  semaphores[0] = semaphores[1];
  how[0].params.fence.value = 7;
  auto show_got = [&] {
    show_value("count", got.numExtSems);
    show_truth("semaphores", got.extSemArray[0] == kept[0] && got.extSemArray[1] == kept[1]);
    show_row("values", {int(got.paramsArray[0].params.fence.value), int(got.paramsArray[1].params.fence.value)});
  };
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(node, &got));
  show_got();
  show_truth("the caller's arrays", got.extSemArray == semaphores || got.paramsArray == how);
  SHOW(cudaGraphAddExternalSemaphoresSignalNode(&copy, second, nullptr, 0, &got));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(copy, &got));
  show_got();
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  how[0].params.fence.value = 5;
  MUST(cudaSignalExternalSemaphoresAsync(kept, how, 2, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(node, &got));
  show_got();
}

// cudaGraphExternalSemaphoresSignalNodeSetParams: what is refused and changes nothing; other semaphores, another number of
// them. (Null arrays make hardware crash.)
CASE(graph_external_semaphores_signal_node_set_params) {
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

// cudaGraphAddExternalSemaphoresWaitNode: what is refused; a launch waits for each of the semaphores.
// (Null arrays make hardware crash.)
CASE(graph_add_external_semaphores_wait_node) {
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

// cudaGraphExternalSemaphoresWaitNodeGetParams: nodes and nulls that are refused; the node's own copy of what it was
// given.
CASE(graph_external_semaphores_wait_node_get_params) {
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

// cudaGraphExternalSemaphoresWaitNodeSetParams: what is refused and changes nothing; other semaphores, another number of
// them. (Null arrays make hardware crash.)
CASE(graph_external_semaphores_wait_node_set_params) {
  MUST(cudaFree(nullptr));
  cudaExternalSemaphore_t first = new_semaphore(), second = new_semaphore(), both[] = {first, second};
  cudaExternalSemaphoreSignalParams signal[2] = {};
  cudaExternalSemaphoreWaitParams wait[2] = {};
  cudaExternalSemaphoreWaitNodeParams params = {&first, wait, 1}, two = {both, wait, 2}, got = {};
  cudaExternalSemaphoreSignalNodeParams reversed = {&first, signal, 1};
  auto graph = new_graph();
  cudaGraphNode_t node, other;
  MUST(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&other, new_graph(), nullptr, 0, &reversed));
  SHOW(cudaGraphExternalSemaphoresWaitNodeSetParams(nullptr, &two));
  SHOW(cudaGraphExternalSemaphoresWaitNodeSetParams(node, nullptr));
  SHOW(cudaGraphExternalSemaphoresWaitNodeSetParams(other, &two));
  SHOW(cudaGraphExternalSemaphoresWaitNodeSetParams(empty_node(graph), &two));
  MUST(cudaGraphExternalSemaphoresWaitNodeGetParams(node, &got));
  show_value("count as before", got.numExtSems);
  auto before = instantiate(graph);
  SHOW(cudaGraphExternalSemaphoresWaitNodeSetParams(node, &two));
  both[0] = second;
  SHOW(cudaGraphExternalSemaphoresWaitNodeGetParams(node, &got));
  show_value("count", got.numExtSems);
  show_truth("semaphores", got.extSemArray[0] == first && got.extSemArray[1] == second);
  both[0] = first;
  auto after = instantiate(graph);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto run = [&](const char *what, cudaGraphExec_t exec, cudaExternalSemaphore_t *semaphores, unsigned count) {
    MUST(cudaSignalExternalSemaphoresAsync(semaphores, signal, count, stream));
    MUST(cudaGraphLaunch(exec, nullptr));
    show(what, cudaDeviceSynchronize());
  };
  run("made before", before, &first, 1);
  run("made after", after, both, 2);
  std::printf("another semaphore\n");
  params.extSemArray = &second;
  SHOW(cudaGraphExternalSemaphoresWaitNodeSetParams(node, &params));
  run("made now", instantiate(graph), &second, 1);
}
