// SPDX-License-Identifier: Apache-2.0
// External semaphores in streams.
#include "../cases.h"
#include "../gate.h"
#include "../graphs/nodes.h"
#include "semaphore.h"
#include "../capture/table.h"

namespace semaphores_ {
static cudaExternalSemaphoreSignalParams signal_params;
static cudaExternalSemaphoreWaitParams wait_params;

static cudaError_t signal(cudaExternalSemaphore_t semaphore, cudaStream_t stream) {
  return cudaSignalExternalSemaphoresAsync(&semaphore, &signal_params, 1, stream);
}

static cudaError_t wait(cudaExternalSemaphore_t semaphore, cudaStream_t stream) {
  return cudaWaitExternalSemaphoresAsync(&semaphore, &wait_params, 1, stream);
}

// External semaphores in streams: order, arguments, captures.
CASE(semaphores) {
  prepare_gates();
  cudaStream_t s, t;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  auto one = new_semaphore(), two = new_semaphore();
  std::printf("a signal, then a wait\n");
  SHOW(signal(one, s));
  SHOW(wait(one, t));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaStreamSynchronize(t));
  SHOW(signal(one, nullptr));
  SHOW(wait(one, cudaStreamLegacy));
  SHOW(signal(one, cudaStreamPerThread));
  SHOW(wait(one, cudaStreamPerThread));
  SHOW(cudaDeviceSynchronize());
  std::printf("a signal behind work\n");
  {
    Gate gate(s);
    SHOW(signal(one, s));
    SHOW(cudaStreamQuery(s));
    SHOW(wait(one, t));
    SHOW(cudaStreamQuery(t));
    gate.open();
    SHOW(cudaStreamSynchronize(t));
    SHOW(cudaStreamSynchronize(s));
  }
  std::printf("captured\n");
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed}) {
    cudaGraph_t graph = nullptr;
    MUST(cudaStreamBeginCapture(s, mode));
    SHOW(signal(one, s));
    SHOW(wait(one, s));
    SHOW(cudaStreamEndCapture(s, &graph));
    cudaGetLastError();
    if (graph == nullptr) continue;
    cudaGraphNode_t nodes[4];
    std::size_t count = 4;
    MUST(cudaGraphGetNodes(graph, nodes, &count));
    show_value("nodes", static_cast<long long>(count));
    for (std::size_t i = 0; i < count; ++i) {
      cudaGraphNodeType type;
      MUST(cudaGraphNodeGetType(nodes[i], &type));
      show_value("type", type);
    }
    auto exec = instantiate(graph);
    run_once(exec);
    run_once(exec);
    SHOW(cudaGraphDestroy(graph));
  }
  std::printf("arguments\n");
  SHOW(cudaSignalExternalSemaphoresAsync(nullptr, &signal_params, 1, s));
  SHOW(cudaSignalExternalSemaphoresAsync(&one, nullptr, 1, s));
  SHOW(cudaSignalExternalSemaphoresAsync(&one, &signal_params, 0, s));
  SHOW(cudaWaitExternalSemaphoresAsync(nullptr, &wait_params, 1, s));
  SHOW(cudaWaitExternalSemaphoresAsync(&one, nullptr, 1, s));
  SHOW(cudaWaitExternalSemaphoresAsync(&one, &wait_params, 0, s));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDestroyExternalSemaphore(one));
  SHOW(cudaDestroyExternalSemaphore(two));
}
}  // namespace semaphores_

// A stream and a graph that wait for an external semaphore before anybody has signalled it.
CASE(semaphore_wait_first) {
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

namespace semaphore_calls_ {
static struct {
  cudaStream_t s, other;
  cudaExternalSemaphore_t semaphore;
  cudaExternalSemaphoreSignalParams signal;
  cudaExternalSemaphoreWaitParams wait;
} g;

static cudaError_t signal(cudaStream_t stream) {
  return cudaSignalExternalSemaphoresAsync(&g.semaphore, &g.signal, 1, stream);
}

static cudaError_t wait(cudaStream_t stream) {
  return cudaWaitExternalSemaphoresAsync(&g.semaphore, &g.wait, 1, stream);
}

static const Call calls[] = {
    CALL("cudaSignalExternalSemaphoresAsync", return signal(g.s)),
    CALL("cudaWaitExternalSemaphoresAsync", return wait(g.s)),
    CALL("both, other", QUIETLY(signal(g.other)); return wait(g.other)),
    CALL("both, legacy", QUIETLY(signal(nullptr)); return wait(nullptr)),
};

// The table of capture/every_call for external semaphores.
CASE(semaphore_calls) {
  MUST(cudaFree(nullptr));
  MUST(cudaStreamCreateWithFlags(&g.other, cudaStreamNonBlocking));
  g.semaphore = new_semaphore();
  run_table(calls, g.s);
}
}  // namespace semaphore_calls_
