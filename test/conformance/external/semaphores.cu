// SPDX-License-Identifier: Apache-2.0
// External semaphores in streams: order, arguments, captures.
#include "../gate.h"
#include "../graphs/nodes.h"
#include "semaphore.h"

static cudaExternalSemaphoreSignalParams signal_params;
static cudaExternalSemaphoreWaitParams wait_params;
static cudaError_t signal(cudaExternalSemaphore_t semaphore, cudaStream_t stream) {
  return cudaSignalExternalSemaphoresAsync(&semaphore, &signal_params, 1, stream);
}
static cudaError_t wait(cudaExternalSemaphore_t semaphore, cudaStream_t stream) {
  return cudaWaitExternalSemaphoresAsync(&semaphore, &wait_params, 1, stream);
}

int main() {
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
