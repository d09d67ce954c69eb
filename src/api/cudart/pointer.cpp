// SPDX-License-Identifier: Apache-2.0
// What a pointer points to; and the one structure that a call returns by value.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

cudaMemoryType type_of(memory::MemoryType kind) {
  switch (kind) {
    case memory::MemoryType::kDevice:
      return cudaMemoryTypeDevice;
    case memory::MemoryType::kManaged:
      return cudaMemoryTypeManaged;
    case memory::MemoryType::kPinned:
    case memory::MemoryType::kRegistered:
      break;
  }
  return cudaMemoryTypeHost;
}

// Whether kernels of the thread's device reach memory of another one.
bool is_reached(const memory::Allocation& allocation) {
  if (allocation.kind != memory::MemoryType::kDevice) return true;
  const Context* const context = chosen_context();
  return context == nullptr || reaches(*context, allocation.device);
}

}  // namespace

cudaError_t pointer_get_attributes(cudaPointerAttributes* attributes, const void* ptr) {
  if (attributes == nullptr) return cudaErrorInvalidValue;
  *attributes = {};
  void* const pointer = const_cast<void*>(ptr);
  const auto allocation = memory::registry().find(ptr);
  if (!allocation) {  // pageable, freed and null alike
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = cudaInvalidDeviceId;
    attributes->hostPointer = pointer;
    return cudaSuccess;
  }
  attributes->type = type_of(allocation->kind);
  attributes->device = allocation->device;
  attributes->devicePointer = is_reached(*allocation) ? pointer : nullptr;
  attributes->hostPointer = allocation->kind == memory::MemoryType::kDevice ? nullptr : pointer;
  return cudaSuccess;
}

cudaChannelFormatDesc create_channel_desc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

}  // namespace riffle::api::cudart
