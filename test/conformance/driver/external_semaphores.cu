// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuImportExternalSemaphore, cuDestroyExternalSemaphore, cuSignalExternalSemaphoresAsync, cuWaitExternalSemaphoresAsync,
// cuGraphAddExternalSemaphoresSignalNode, cuGraphExternalSemaphoresSignalNodeGetParams,
// cuGraphExternalSemaphoresSignalNodeSetParams, cuGraphExecExternalSemaphoresSignalNodeSetParams,
// cuGraphAddExternalSemaphoresWaitNode, cuGraphExternalSemaphoresWaitNodeGetParams,
// cuGraphExternalSemaphoresWaitNodeSetParams, cuGraphExecExternalSemaphoresWaitNodeSetParams,
// cuExternalMemoryGetMappedBuffer: descriptions that are refused, and nodes of no semaphores.
#include <unistd.h>

#include "driver.h"

int main() {
  use_primary();
  int ends[2];
  if (pipe(ends) != 0) return 2;
  CUexternalSemaphore semaphore = nullptr;
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC s = {};
  s.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
  s.handle.fd = ends[1];
  SHOW(cuImportExternalSemaphore(nullptr, &s));
  SHOW(cuImportExternalSemaphore(&semaphore, nullptr));
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  s.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  s.handle.fd = -1;
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  s.type = static_cast<CUexternalSemaphoreHandleType>(99);
  SHOW(cuImportExternalSemaphore(&semaphore, &s));
  SHOW(cuDestroyExternalSemaphore(nullptr));
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = {};
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = {};
  semaphore = nullptr;
  SHOW(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 0, nullptr));
  SHOW(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 0, nullptr));
  CUgraph graph;
  MUST(cuGraphCreate(&graph, 0));
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = {&semaphore, &signal, 0}, got_signals = {};
  CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = {&semaphore, &wait, 0}, got_waits = {};
  CUgraphNode signal_node = nullptr, wait_node = nullptr;
  SHOW(cuGraphAddExternalSemaphoresSignalNode(&signal_node, graph, nullptr, 0, nullptr));
  SHOW(cuGraphAddExternalSemaphoresWaitNode(&wait_node, graph, nullptr, 0, nullptr));
  SHOW(cuGraphAddExternalSemaphoresSignalNode(&signal_node, graph, nullptr, 0, &signals));
  SHOW(cuGraphAddExternalSemaphoresWaitNode(&wait_node, graph, nullptr, 0, &waits));
  std::size_t count = 77;
  SHOW(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", static_cast<long long>(count));
  if (signal_node != nullptr) {
    SHOW(cuGraphExternalSemaphoresSignalNodeGetParams(signal_node, &got_signals));
    show_value("semaphores", got_signals.numExtSems);
    SHOW(cuGraphExternalSemaphoresSignalNodeSetParams(signal_node, &signals));
    SHOW(cuGraphExternalSemaphoresSignalNodeSetParams(signal_node, nullptr));
  }
  if (wait_node != nullptr) {
    SHOW(cuGraphExternalSemaphoresWaitNodeGetParams(wait_node, &got_waits));
    show_value("semaphores", got_waits.numExtSems);
    SHOW(cuGraphExternalSemaphoresWaitNodeSetParams(wait_node, &waits));
    SHOW(cuGraphExternalSemaphoresWaitNodeSetParams(wait_node, nullptr));
  }
  CUgraphNode empty;
  MUST(cuGraphAddEmptyNode(&empty, graph, nullptr, 0));
  SHOW(cuGraphExternalSemaphoresSignalNodeGetParams(empty, &got_signals));
  SHOW(cuGraphExternalSemaphoresWaitNodeGetParams(empty, &got_waits));
  SHOW(cuGraphExternalSemaphoresSignalNodeSetParams(empty, &signals));
  SHOW(cuGraphExternalSemaphoresWaitNodeSetParams(empty, &waits));
  CUgraphExec executable;
  MUST(cuGraphInstantiate(&executable, graph, 0));
  SHOW(cuGraphExecExternalSemaphoresSignalNodeSetParams(executable, empty, &signals));
  SHOW(cuGraphExecExternalSemaphoresWaitNodeSetParams(executable, empty, &waits));
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC buffer = {};
  CUdeviceptr mapped = 0;
  SHOW(cuExternalMemoryGetMappedBuffer(&mapped, nullptr, &buffer));
  SHOW(cuCtxSynchronize());
}
