// SPDX-License-Identifier: Apache-2.0
// External semaphores: descriptions that are refused, objects that nobody made. (Signalling a null semaphore crashes
// on hardware.)
#include <unistd.h>

#include "../transcript.h"

int main() {
  MUST(cudaFree(nullptr));
  int ends[2];
  if (pipe(ends) != 0) return 2;
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
