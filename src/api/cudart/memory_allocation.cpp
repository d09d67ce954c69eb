// SPDX-License-Identifier: Apache-2.0
// Allocation: device, pinned, registered and managed memory, and what is left of it.
#include <algorithm>
#include <limits>

#include "api/cudart/array.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/context/owned_memory.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/imported.h"
#include "runtime/memory/machine_memory.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

using memory::MemoryType;
using memory::registry;

constexpr std::size_t kPitchAlignment = 512;
constexpr unsigned kHostAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kHostRegisterFlags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                        cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

engine::ResourceKind resource_kind(MemoryType kind) {
  if (kind == MemoryType::kManaged) return engine::ResourceKind::kManagedMemory;
  return kind == MemoryType::kPinned ? engine::ResourceKind::kPinnedMemory
                                     : engine::ResourceKind::kDeviceMemory;
}

cudaError_t allocate(void** pointer, MemoryType kind, std::size_t bytes, unsigned flags) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;  // also what a refusal leaves, as on hardware
  if (bytes == 0) return cudaSuccess;
  const auto allocation = registry().allocate(kind, bytes, current_context().device(), flags);
  if (!allocation) return to_cuda(allocation.error());
  context::note_memory(allocation->base, current_context().home());
  engine::notify_resource_made({.kind = resource_kind(kind),
                                .handle = reinterpret_cast<std::uintptr_t>(allocation->base),
                                .bytes = bytes});
  *pointer = allocation->base;
  return cudaSuccess;
}

bool is_host_memory(const memory::Allocation& allocation) {
  return allocation.kind == MemoryType::kPinned || allocation.kind == MemoryType::kRegistered;
}

cudaError_t free_kinds(void* pointer, bool is_host) {
  if (pointer == nullptr) return cudaSuccess;
  const auto allocation = registry().find(pointer);
  if (!allocation || allocation->base != pointer || allocation->is_variable ||
      allocation->free_is_queued || allocation->kind == MemoryType::kRegistered ||
      (allocation->kind == MemoryType::kPinned && !allocation->is_pooled) != is_host) {
    engine::notify_refused_free(pointer);
    return cudaErrorInvalidValue;
  }
  // Stream-ordered memory is freed without waiting: the program has made sure that nobody uses it.
  const engine::ResourceNotice gone{.kind = allocation->is_pooled
                                                ? engine::ResourceKind::kPooledMemory
                                                : resource_kind(allocation->kind),
                                    .handle = reinterpret_cast<std::uintptr_t>(pointer)};
  if (allocation->is_pooled) {
    engine::notify_resource_gone(gone);
    return to_cuda(registry().free(pointer));
  }
  if (const cudaError_t waited = wait_for_everything(); waited != cudaSuccess) return waited;
  context::forget_memory(pointer);
  engine::notify_resource_gone(gone);
  if (allocation->is_imported)
    return memory::free_imported(pointer) ? cudaSuccess : cudaErrorInvalidValue;
  return to_cuda(registry().free(pointer));
}

// Rows of `width` bytes at a pitch; false when the size does not fit into a size_t.
bool pitched_bytes(std::size_t width, std::size_t rows, std::size_t& pitch, std::size_t& bytes) {
  if (width > std::numeric_limits<std::size_t>::max() - kPitchAlignment) return false;
  pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  return !__builtin_mul_overflow(pitch, rows, &bytes);
}

}  // namespace

// Freeing waits for all work of all devices' streams that may use the memory: those of every
// context, because any device can reach it.
cudaError_t wait_for_everything() {
  for (const Context* const context : context::all_contexts()) {
    if (engine::ContextStreams* const running = context->engine()) running->synchronize();
  }
  return to_cuda(current_context().engine()->take_report());
}

cudaError_t malloc(void** devPtr, size_t size) {
  return allocate(devPtr, MemoryType::kDevice, size, 0);
}

cudaError_t malloc_pitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  if (devPtr == nullptr || pitch == nullptr) return cudaErrorInvalidValue;
  std::size_t bytes = 0;
  if (!pitched_bytes(width, height, *pitch, bytes)) {
    *devPtr = nullptr;
    return cudaErrorMemoryAllocation;
  }
  if (bytes == 0) *pitch = 0;
  return allocate(devPtr, MemoryType::kDevice, bytes, 0);
}

cudaError_t malloc_3d(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  if (pitchedDevPtr == nullptr) return cudaErrorInvalidValue;
  std::size_t rows = 0;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows) ||
      !pitched_bytes(extent.width, rows, pitchedDevPtr->pitch, bytes)) {
    return cudaErrorInvalidValue;  // as hardware answers
  }
  if (bytes == 0) pitchedDevPtr->pitch = 0;
  pitchedDevPtr->xsize = extent.width;
  pitchedDevPtr->ysize = extent.height;
  return allocate(&pitchedDevPtr->ptr, MemoryType::kDevice, bytes, 0);
}

cudaError_t free(void* devPtr) { return free_kinds(devPtr, false); }

cudaError_t malloc_host(void** ptr, size_t size) {
  return host_alloc(ptr, size, cudaHostAllocDefault);
}

cudaError_t host_alloc(void** pHost, size_t size, unsigned int flags) {
  // Of no bytes, hardware looks at no flags.
  if (size != 0 && (flags & ~kHostAllocFlags) != 0) return cudaErrorInvalidValue;
  return allocate(pHost, MemoryType::kPinned, size, flags | cudaHostAllocMapped);
}

cudaError_t free_host(void* ptr) { return free_kinds(ptr, true); }

cudaError_t malloc_managed(void** devPtr, size_t size, unsigned int flags) {
  if (size != 0 && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return cudaErrorInvalidValue;
  return allocate(devPtr, MemoryType::kManaged, size, flags);
}

cudaError_t host_register(void* ptr, size_t size, unsigned int flags) {
  if ((flags & ~kHostRegisterFlags) != 0) return cudaErrorInvalidValue;
  const Status added = registry().add_registered(ptr, size, current_context().device(),
                                                 flags | cudaHostRegisterMapped);
  if (added)
    engine::notify_resource_made({.kind = engine::ResourceKind::kRegisteredMemory,
                                  .handle = reinterpret_cast<std::uintptr_t>(ptr),
                                  .bytes = size});
  return to_cuda(added);
}

cudaError_t host_unregister(void* ptr) {
  if (const cudaError_t waited = wait_for_everything(); waited != cudaSuccess) return waited;
  const Status removed = registry().remove_registered(ptr);
  if (removed)
    engine::notify_resource_gone({.kind = engine::ResourceKind::kRegisteredMemory,
                                  .handle = reinterpret_cast<std::uintptr_t>(ptr)});
  return to_cuda(removed);
}

cudaError_t host_get_device_pointer(void** pDevice, void* pHost, unsigned int flags) {
  if (pDevice == nullptr || pHost == nullptr || flags != 0) return cudaErrorInvalidValue;
  const auto allocation = registry().find(pHost);
  if (!allocation || !is_host_memory(*allocation)) return cudaErrorInvalidValue;
  *pDevice = pHost;  // one address space
  return cudaSuccess;
}

cudaError_t host_get_flags(unsigned int* pFlags, void* pHost) {
  if (pFlags == nullptr || pHost == nullptr) return cudaErrorInvalidValue;
  const auto allocation = registry().find(pHost);
  if (!allocation || allocation->kind == MemoryType::kDevice || allocation->is_pooled)
    return cudaErrorInvalidValue;
  // Managed memory answers too, on hardware.
  *pFlags = is_host_memory(*allocation) ? allocation->flags : cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t mem_get_info(size_t* free, size_t* total) {
  const memory::Usage usage = registry().device_usage(current_context().device());
  // What other processes leave of the machine's memory may be less than this device's share of it.
  if (free != nullptr) {
    *free = std::min(usage.limit_bytes - usage.used_bytes,
                     memory::available_machine_bytes() + usage.warm_bytes);
  }
  if (total != nullptr) *total = usage.limit_bytes;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
