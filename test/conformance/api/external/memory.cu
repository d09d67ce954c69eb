// SPDX-License-Identifier: Apache-2.0
// Memory of another API.
#include "../../cases.h"
#include "../../capturing.h"

#include <unistd.h>

// cudaImportExternalMemory: null pointers, descriptors of nothing, sizes, flags and types that are refused.
CASE(import_external_memory) {
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

// cudaExternalMemoryGetMappedBuffer: without memory there is no buffer, whatever is asked of it.
CASE(external_memory_get_mapped_buffer) {
  MUST(cudaFree(nullptr));
  void *pointer = nullptr;
  cudaExternalMemoryBufferDesc description = {};
  description.size = 4096;
  SHOW(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description));
  SHOW(cudaExternalMemoryGetMappedBuffer(nullptr, nullptr, &description));
  description.flags = 1;
  SHOW(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description));
  description = {};
  SHOW(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description));
  show_truth("untouched", pointer == nullptr);
  show_last_error("after refused calls");
  description.size = 4096;
  show_while_capturing("mapped", [&] { return cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &description); });
}

// cudaExternalMemoryGetMappedMipmappedArray: without memory there is no array, whatever is asked of it.
CASE(external_memory_get_mapped_mipmapped_array) {
  MUST(cudaFree(nullptr));
  cudaMipmappedArray_t array = nullptr;
  cudaExternalMemoryMipmappedArrayDesc description = {};
  description.formatDesc = cudaCreateChannelDesc<float>();
  description.extent = make_cudaExtent(16, 16, 0);
  description.numLevels = 1;
  SHOW(cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description));
  description.numLevels = 0;
  SHOW(cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description));
  description.numLevels = 1;
  description.extent = make_cudaExtent(0, 0, 0);
  SHOW(cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description));
  show_truth("untouched", array == nullptr);
  show_last_error("after refused calls");
  description.extent = make_cudaExtent(16, 16, 0);
  show_while_capturing("mapped",
                       [&] { return cudaExternalMemoryGetMappedMipmappedArray(&array, nullptr, &description); });
}

static void inside(void *) { SHOW(cudaDestroyExternalMemory(nullptr)); }

// cudaDestroyExternalMemory: nothing to destroy, also in a capture and in a host function.
CASE(destroy_external_memory) {
  SHOW(cudaDestroyExternalMemory(nullptr));
  show_last_error("after a null handle");
  std::thread([] { SHOW(cudaDestroyExternalMemory(nullptr)); }).join();
  show_last_error("of this thread");
  show_while_capturing("destroyed", [] { return cudaDestroyExternalMemory(nullptr); });
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
