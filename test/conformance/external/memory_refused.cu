// SPDX-License-Identifier: Apache-2.0
// External memory: descriptions that are refused, objects that nobody made.
#include <unistd.h>

#include "../transcript.h"

int main() {
  MUST(cudaFree(nullptr));
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc m = {};
  int ends[2];
  if (pipe(ends) != 0) return 2;
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
