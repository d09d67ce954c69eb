// SPDX-License-Identifier: Apache-2.0
// cudaImportExternalSemaphore: null pointers, descriptors of nothing, flags and types that are refused.
#include <unistd.h>

#include "../../capturing.h"

CASES() {
  MUST(cudaFree(nullptr));
  int ends[2];
  if (pipe(ends) != 0) return;
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreHandleDesc description = {};
  description.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  description.handle.fd = ends[1];
  SHOW(cudaImportExternalSemaphore(nullptr, &description));
  SHOW(cudaImportExternalSemaphore(&semaphore, nullptr));
  SHOW(cudaImportExternalSemaphore(nullptr, nullptr));
  SHOW(cudaImportExternalSemaphore(&semaphore, &description));
  for (auto type : {cudaExternalSemaphoreHandleTypeOpaqueFd, cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd})
    for (int descriptor : {-1, 999}) {
      description.type = type;
      description.handle.fd = descriptor;
      SHOW(cudaImportExternalSemaphore(&semaphore, &description));
    }
  description.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  description.handle.fd = ends[1];
  for (unsigned flags : {1u, 2u, 4u, 0x80000000u}) {
    description.flags = flags;
    std::printf("flags %x\n", flags);
    SHOW(cudaImportExternalSemaphore(&semaphore, &description));
  }
  description.flags = 0;
  for (int type : {-1, 0, 100}) {
    description.type = static_cast<cudaExternalSemaphoreHandleType>(type);
    std::printf("type %d\n", type);
    SHOW(cudaImportExternalSemaphore(&semaphore, &description));
  }
  show_truth("untouched", semaphore == nullptr);
  show_truth("the descriptor is still ours", close(ends[1]) == 0);
  show_last_error("after refused calls");
  description.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  description.handle.fd = -1;
  show_while_capturing("imported", [&] { return cudaImportExternalSemaphore(&semaphore, &description); });
}
