// SPDX-License-Identifier: Apache-2.0
// Virtual memory management: handles of memory, and the checks before it is mapped.
#include <sys/stat.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "api/cuda/entry.h"
#include "base/mutex.h"
#include "cuda_bodies.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/virtual_memory.h"

namespace riffle::api::cuda {
namespace {

using memory::AccessRights;
using memory::kMappingGranularity;
using memory::Physical;

struct Handles {
  struct Entry {
    std::shared_ptr<Physical> memory;
    int uses = 0;
  };
  Mutex mutex;
  std::map<CUmemGenericAllocationHandle, Entry> all RIFFLE_GUARDED_BY(mutex);
};

Handles& handles() {
  static Handles* const instance = new Handles;  // as long as the process
  return *instance;
}

/// Memory that is still mapped gets the handle again that it had.
CUmemGenericAllocationHandle add_use(std::shared_ptr<Physical> memory) {
  const CUmemGenericAllocationHandle handle = memory->id();
  const MutexLock lock(handles().mutex);
  Handles::Entry& entry = handles().all[handle];
  entry.memory = std::move(memory);
  ++entry.uses;
  return handle;
}

std::shared_ptr<Physical> memory_of(CUmemGenericAllocationHandle handle) {
  const MutexLock lock(handles().mutex);
  const auto found = handles().all.find(handle);
  return found == handles().all.end() ? nullptr : found->second.memory;
}

char* pointer_to(CUdeviceptr address) { return reinterpret_cast<char*>(address); }

template <class T>
CUresult result_of(const std::expected<T, Error>& result) {
  return result ? CUDA_SUCCESS : to_result(result.error());
}

CUresult check_location(const CUmemLocation& location) {
  if (location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
  return cudart::is_device(location.id) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult check_properties(const CUmemAllocationProp* prop) {
  if (prop == nullptr || prop->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  if (prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE &&
      prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_NOT_SUPPORTED;
  return check_location(prop->location);
}

/// Other processes may have the memory from when its descriptor is exported. `bytes`: 0 when it is no longer mapped there.
void notify_shared(CUdeviceptr ptr, const Physical& memory, std::size_t bytes) {
  struct stat status{};
  if (!memory.is_shared() || fstat(memory.descriptor(), &status) != 0) return;
  engine::notify_memory_shared({.begin = ptr, .bytes = bytes, .file = status.st_ino, .offset = 0});
}

bool is_access(CUmemAccess_flags flags) {
  return flags == CU_MEM_ACCESS_FLAGS_PROT_NONE || flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
         flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
}

}  // namespace

CUresult mem_get_allocation_granularity(size_t* granularity, const CUmemAllocationProp* prop,
                                        CUmemAllocationGranularity_flags option) {
  if (granularity == nullptr || (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
                                 option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
    return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult bad = check_properties(prop); bad != CUDA_SUCCESS) return bad;
  *granularity = kMappingGranularity;
  return CUDA_SUCCESS;
}

CUresult mem_address_reserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags) {
  if (ptr == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const auto base = memory::reserve_addresses(size, alignment, pointer_to(addr));
  if (base) *ptr = reinterpret_cast<CUdeviceptr>(*base);
  return result_of(base);
}

CUresult mem_address_free(CUdeviceptr ptr, size_t size) {
  return result_of(memory::free_addresses(pointer_to(ptr), size));
}

CUresult mem_create(CUmemGenericAllocationHandle* handle, size_t size,
                    const CUmemAllocationProp* prop, unsigned long long flags) {
  if (handle == nullptr || size == 0 || size % kMappingGranularity != 0 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult bad = check_properties(prop); bad != CUDA_SUCCESS) return bad;
  auto made = Physical::create(size, prop->location.id,
                               prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE);
  if (made) *handle = add_use(std::move(*made));
  return result_of(made);
}

CUresult mem_release(CUmemGenericAllocationHandle handle) {
  std::shared_ptr<Physical> unused;  // ends after the lock
  const MutexLock lock(handles().mutex);
  const auto found = handles().all.find(handle);
  if (found == handles().all.end()) return CUDA_ERROR_INVALID_VALUE;
  if (--found->second.uses > 0) return CUDA_SUCCESS;
  unused = std::move(found->second.memory);
  handles().all.erase(found);
  return CUDA_SUCCESS;
}

CUresult mem_map(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                 unsigned long long flags) {
  auto memory = memory_of(handle);
  if (memory == nullptr || flags != 0 || offset != 0 || size == 0 ||
      (ptr | size) % kMappingGranularity != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (size != memory->bytes()) return CUDA_ERROR_NOT_SUPPORTED;  // parts, as on hardware
  const auto mapped = memory::map_memory(pointer_to(ptr), memory);
  if (mapped) notify_shared(ptr, *memory, size);
  return result_of(mapped);
}

CUresult mem_unmap(CUdeviceptr ptr, size_t size) {
  std::vector<std::pair<CUdeviceptr, std::shared_ptr<Physical>>> mapped;
  CUdeviceptr at = ptr;
  while (engine::current_observer() != nullptr && at < ptr + size) {
    auto memory = memory::memory_at(pointer_to(at));
    if (memory == nullptr) break;
    at += mapped.emplace_back(at, std::move(memory)).second->bytes();
  }
  if (at != ptr + size) mapped.clear();  // not whole mappings: refused
  // Before others can have the addresses.
  for (const auto& [place, memory] : mapped) notify_shared(place, *memory, 0);
  const auto done = memory::unmap_memory(pointer_to(ptr), size);
  if (!done)
    for (const auto& [place, memory] : mapped) notify_shared(place, *memory, memory->bytes());
  return result_of(done);
}

CUresult mem_set_access(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) {
  if (desc == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i) {
    if (!is_access(desc[i].flags)) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult bad = check_location(desc[i].location); bad != CUDA_SUCCESS) return bad;
  }
  for (size_t i = 0; i < count; ++i) {
    const CUresult result = result_of(memory::set_access(pointer_to(ptr), size, desc[i].location.id,
                                                         static_cast<AccessRights>(desc[i].flags)));
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

CUresult mem_get_access(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) {
  if (flags == nullptr || location == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult bad = check_location(*location); bad != CUDA_SUCCESS) return bad;
  const auto access = memory::access_of(pointer_to(ptr), location->id);
  if (access) *flags = static_cast<unsigned long long>(*access);
  return result_of(access);
}

CUresult mem_get_allocation_properties_from_handle(CUmemAllocationProp* prop,
                                                   CUmemGenericAllocationHandle handle) {
  const auto memory = memory_of(handle);
  if (prop == nullptr || memory == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *prop = {};
  prop->type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop->location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = memory->device()};
  if (memory->is_shareable()) prop->requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return CUDA_SUCCESS;
}

CUresult mem_retain_allocation_handle(CUmemGenericAllocationHandle* handle, void* addr) {
  auto memory = memory::memory_at(addr);
  if (handle == nullptr || memory == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *handle = add_use(std::move(memory));
  return CUDA_SUCCESS;
}

CUresult mem_export_to_shareable_handle(void* shareable_handle, CUmemGenericAllocationHandle handle,
                                        CUmemAllocationHandleType handle_type,
                                        unsigned long long flags) {
  const auto memory = memory_of(handle);
  if (shareable_handle == nullptr || memory == nullptr || flags != 0 ||
      handle_type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  const auto descriptor = memory->export_descriptor();
  if (!descriptor) return result_of(descriptor);
  for (char* const place : memory::places_of(*memory))
    notify_shared(reinterpret_cast<CUdeviceptr>(place), *memory, memory->bytes());
  *static_cast<int*>(shareable_handle) = *descriptor;
  return result_of(descriptor);
}

// The file does not say whose memory it is: the current context's device, as far as there is one.
CUresult mem_import_from_shareable_handle(CUmemGenericAllocationHandle* handle, void* os_handle,
                                          CUmemAllocationHandleType sh_handle_type) {
  if (handle == nullptr || sh_handle_type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  const context::Context* const current = context::current;
  auto made = Physical::import(static_cast<int>(reinterpret_cast<std::intptr_t>(os_handle)),
                               current != nullptr ? current->device() : 0);
  if (made) *handle = add_use(std::move(*made));
  return result_of(made);
}

}  // namespace riffle::api::cuda
