// SPDX-License-Identifier: Apache-2.0
// cudaImportExternalMemory: null pointers, descriptors of nothing, sizes, flags and types that are refused.
#include <unistd.h>

#include "../../capturing.h"

CASES() {
  MUST(cudaFree(nullptr));
  int ends[2];
  if (pipe(ends) != 0) return;
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc description = {};
  description.type = cudaExternalMemoryHandleTypeOpaqueFd;
  description.handle.fd = ends[0];
  description.size = 1 << 16;
  SHOW(cudaImportExternalMemory(nullptr, &description));
  SHOW(cudaImportExternalMemory(&memory, nullptr));
  SHOW(cudaImportExternalMemory(nullptr, nullptr));
  SHOW(cudaImportExternalMemory(&memory, &description));
  for (int descriptor : {-1, 999}) {
    description.handle.fd = descriptor;
    SHOW(cudaImportExternalMemory(&memory, &description));
  }
  description.handle.fd = ends[0];
  description.size = 0;
  SHOW(cudaImportExternalMemory(&memory, &description));
  description.size = 1 << 16;
  for (unsigned flags : {2u, 4u, 0x80000000u}) {
    description.flags = flags;
    std::printf("flags %x\n", flags);
    SHOW(cudaImportExternalMemory(&memory, &description));
  }
  description.flags = cudaExternalMemoryDedicated;
  SHOW(cudaImportExternalMemory(&memory, &description));
  description.flags = 0;
  for (int type : {-1, 0, 100}) {
    description.type = static_cast<cudaExternalMemoryHandleType>(type);
    std::printf("type %d\n", type);
    SHOW(cudaImportExternalMemory(&memory, &description));
  }
  show_truth("untouched", memory == nullptr);
  show_last_error("after refused calls");
  description.type = cudaExternalMemoryHandleTypeOpaqueFd;
  description.handle.fd = -1;
  show_while_capturing("imported", [&] { return cudaImportExternalMemory(&memory, &description); });
}
