// SPDX-License-Identifier: Apache-2.0
// Descriptions of external memory and semaphores that are refused.
#include "../cases.h"
#include "../graphs/nodes.h"
#include "semaphore.h"

#include <unistd.h>

// External memory: descriptions that are refused, objects that nobody made.
CASE(memory_refused) {
  MUST(cudaFree(nullptr));
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc m = {};
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  m.type = cudaExternalMemoryHandleTypeOpaqueFd;
  m.size = 4096;
  m.handle.fd = ends[0];
  SHOW(cudaImportExternalMemory(nullptr, &m));
  SHOW(cudaImportExternalMemory(&memory, nullptr));
  SHOW(cudaImportExternalMemory(&memory, &m));
  m.handle.fd = -1;
  SHOW(cudaImportExternalMemory(&memory, &m));
  m.handle.fd = 987;
  SHOW(cudaImportExternalMemory(&memory, &m));
  m.handle.fd = ends[0];
  m.size = 0;
  SHOW(cudaImportExternalMemory(&memory, &m));
  m.size = 4096;
  m.flags = 8;
  SHOW(cudaImportExternalMemory(&memory, &m));
  m.flags = 0;
  m.type = static_cast<cudaExternalMemoryHandleType>(0);
  SHOW(cudaImportExternalMemory(&memory, &m));
  m.type = static_cast<cudaExternalMemoryHandleType>(99);
  SHOW(cudaImportExternalMemory(&memory, &m));
  for (int type : {2, 3, 4, 5, 6, 7}) {
    m.type = static_cast<cudaExternalMemoryHandleType>(type);
    m.handle.win32.handle = nullptr;
    m.handle.win32.name = nullptr;
    SHOW(cudaImportExternalMemory(&memory, &m));
  }
  SHOW(cudaDestroyExternalMemory(nullptr));
  void *p = nullptr;
  cudaExternalMemoryBufferDesc buffer = {};
  buffer.size = 4096;
  SHOW(cudaExternalMemoryGetMappedBuffer(&p, nullptr, &buffer));
}

// External semaphores: descriptions that are refused, objects that nobody made. (Signalling a null semaphore crashes
// on hardware.)
CASE(semaphores_refused) {
  MUST(cudaFree(nullptr));
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreHandleDesc s = {};
  s.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  s.handle.fd = ends[1];
  SHOW(cudaImportExternalSemaphore(nullptr, &s));
  SHOW(cudaImportExternalSemaphore(&semaphore, nullptr));
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  s.handle.fd = -1;
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  s.handle.fd = 987;
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  s.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  s.handle.fd = ends[1];
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  s.flags = 8;
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  s.flags = 0;
  s.type = static_cast<cudaExternalSemaphoreHandleType>(0);
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  s.type = static_cast<cudaExternalSemaphoreHandleType>(99);
  SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  for (int type : {2, 3, 4, 5, 7, 8, 10}) {
    s.type = static_cast<cudaExternalSemaphoreHandleType>(type);
    s.handle.win32.handle = nullptr;
    s.handle.win32.name = nullptr;
    SHOW(cudaImportExternalSemaphore(&semaphore, &s));
  }
  SHOW(cudaDestroyExternalSemaphore(nullptr));
  cudaExternalSemaphoreSignalParams signal = {};
  cudaExternalSemaphoreWaitParams wait = {};
  semaphore = nullptr;
  SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 0, nullptr));
  SHOW(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 0, nullptr));
  SHOW(cudaDeviceSynchronize());
}

// Semaphore nodes and null pointers.
CASE(semaphore_nodes_null) {
  MUST(cudaFree(nullptr));
  cudaExternalSemaphore_t semaphore = new_semaphore();
  cudaExternalSemaphoreSignalParams how = {};
  cudaExternalSemaphoreSignalNodeParams signal = {&semaphore, &how, 1};
  auto graph = new_graph();
  cudaGraphNode_t node, bad;
  MUST(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &signal));
  auto exec = instantiate(graph);
  SHOW(cudaGraphAddExternalSemaphoresSignalNode(&bad, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddExternalSemaphoresWaitNode(&bad, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphExternalSemaphoresSignalNodeGetParams(node, nullptr));
  SHOW(cudaGraphExternalSemaphoresSignalNodeSetParams(node, nullptr));
  SHOW(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, nullptr));
}
