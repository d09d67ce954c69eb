// SPDX-License-Identifier: Apache-2.0
// Memory pools shared with other processes.
#include <cstring>
#include <memory>

#include "api/cudart/entry.h"
#include "api/cudart/pool.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {

static_assert(sizeof(memory::SharedPointer) <= sizeof(cudaMemPoolPtrExportData));

cudaError_t mem_pool_export_to_shareable_handle(void* shareableHandle, cudaMemPool_t memPool,
                                                cudaMemAllocationHandleType handleType,
                                                unsigned int flags) {
  const memory::Pool* const pool = find_pool(memPool);
  if (shareableHandle == nullptr || pool == nullptr || flags != 0 ||
      handleType != cudaMemHandleTypePosixFileDescriptor) {
    return cudaErrorInvalidValue;
  }
  const auto descriptor = memory::export_pool(*pool);
  if (!descriptor) return to_cuda(descriptor.error());
  *static_cast<int*>(shareableHandle) = *descriptor;
  return cudaSuccess;
}

cudaError_t mem_pool_import_from_shareable_handle(cudaMemPool_t* memPool, void* shareableHandle,
                                                  cudaMemAllocationHandleType handleType,
                                                  unsigned int flags) {
  if (memPool == nullptr || flags != 0) return cudaErrorInvalidValue;
  if (handleType == cudaMemHandleTypeWin32 || handleType == cudaMemHandleTypeWin32Kmt ||
      handleType == cudaMemHandleTypeFabric) {
    return cudaErrorNotSupported;
  }
  if (handleType != cudaMemHandleTypePosixFileDescriptor) return cudaErrorInvalidValue;
  // The handle is the descriptor's number, not a pointer to it.
  const auto descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(shareableHandle));
  auto imported = memory::ImportedPool::open(descriptor, current_context().device());
  if (!imported) return to_cuda(imported.error());
  auto object = std::make_unique<PoolObject>();
  object->imported = *std::move(imported);
  const std::uintptr_t made = pool_handles().insert(object.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *memPool = reinterpret_cast<cudaMemPool_t>(made);
  return cudaSuccess;
}

cudaError_t mem_pool_export_pointer(cudaMemPoolPtrExportData* exportData, void* ptr) {
  if (exportData == nullptr) return cudaErrorInvalidValue;
  const auto note = memory::export_pointer(ptr);
  if (!note) return to_cuda(note.error());
  *exportData = {};
  std::memcpy(exportData, &*note, sizeof *note);
  return cudaSuccess;
}

cudaError_t mem_pool_import_pointer(void** ptr, cudaMemPool_t memPool,
                                    cudaMemPoolPtrExportData* exportData) {
  const PoolObject* const object = pool_handles().find(memPool);
  if (ptr == nullptr || exportData == nullptr || object == nullptr || object->imported == nullptr)
    return cudaErrorInvalidValue;
  memory::SharedPointer note{};
  std::memcpy(&note, exportData, sizeof note);
  const auto pointer = object->imported->import(note);
  if (!pointer) return to_cuda(pointer.error());
  *ptr = *pointer;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
