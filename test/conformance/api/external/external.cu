// SPDX-License-Identifier: Apache-2.0
// Memory and semaphores of another API.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

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

namespace destroy_external_memory_ {
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
}  // namespace destroy_external_memory_

// cudaImportExternalSemaphore: null pointers, descriptors of nothing, flags and types that are refused.
CASE(import_external_semaphore) {
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

// cudaSignalExternalSemaphoresAsync: no semaphores are refused in each stream and change nothing.
CASE(signal_external_semaphores_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreSignalParams params = {};
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread, stream}) {
    SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &params, 0, s));
    SHOW(cudaStreamQuery(s));
  }
  show_last_error("after refused calls");
  show_while_busy("in a busy stream", stream,
                  [&] { return cudaSignalExternalSemaphoresAsync(&semaphore, &params, 0, stream); });
  cudaGetLastError();
  cudaGraph_t graph;
  std::size_t nodes = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaSignalExternalSemaphoresAsync(&semaphore, &params, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  if (graph != nullptr) MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
}

// cudaWaitExternalSemaphoresAsync: no semaphores are refused in each stream and change nothing.
CASE(wait_external_semaphores_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreWaitParams params = {};
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread, stream}) {
    SHOW(cudaWaitExternalSemaphoresAsync(&semaphore, &params, 0, s));
    SHOW(cudaStreamQuery(s));
  }
  show_last_error("after refused calls");
  show_while_busy("in a busy stream", stream,
                  [&] { return cudaWaitExternalSemaphoresAsync(&semaphore, &params, 0, stream); });
  cudaGetLastError();
  cudaGraph_t graph;
  std::size_t nodes = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaWaitExternalSemaphoresAsync(&semaphore, &params, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  if (graph != nullptr) MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
}

namespace destroy_external_semaphore_ {
static void inside(void *) { SHOW(cudaDestroyExternalSemaphore(nullptr)); }

// cudaDestroyExternalSemaphore: nothing to destroy, also in a capture and in a host function.
CASE(destroy_external_semaphore) {
  SHOW(cudaDestroyExternalSemaphore(nullptr));
  show_last_error("after a null handle");
  std::thread([] { SHOW(cudaDestroyExternalSemaphore(nullptr)); }).join();
  show_last_error("of this thread");
  show_while_capturing("destroyed", [] { return cudaDestroyExternalSemaphore(nullptr); });
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
}  // namespace destroy_external_semaphore_
