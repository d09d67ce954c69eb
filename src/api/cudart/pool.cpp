// SPDX-License-Identifier: Apache-2.0
// Memory pools: making and ending them, which one is current, attributes, who may access them.
#include "api/cudart/pool.h"

#include <expected>
#include <map>
#include <memory>
#include <optional>

#include "api/cudart/entry.h"
#include "base/mutex.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

using memory::MemoryType;
using memory::Pool;

constexpr unsigned kHandleTypes = cudaMemHandleTypePosixFileDescriptor;

// Handles of pools that calls give out: default ones get theirs at the first such call.
struct Known {
  Mutex mutex;
  std::map<const Pool*, std::uintptr_t> handles RIFFLE_GUARDED_BY(mutex);
};

Known& known() {
  static Known* const instance = new Known;  // as long as the process
  return *instance;
}

cudaError_t show(cudaMemPool_t* out, Pool* pool, bool is_default) {
  const MutexLock lock(known().mutex);
  const auto found = known().handles.find(pool);
  if (found != known().handles.end()) {
    *out = reinterpret_cast<cudaMemPool_t>(found->second);
    return cudaSuccess;
  }
  auto object = std::make_unique<PoolObject>(PoolObject{.pool = pool, .is_default = is_default});
  const std::uintptr_t made = pool_handles().insert(object.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  known().handles.emplace(pool, made);
  *out = reinterpret_cast<cudaMemPool_t>(made);
  return cudaSuccess;
}

// Whose pool a location and a type of allocation mean.
struct Where {
  MemoryType kind = MemoryType::kDevice;
  int device = 0;
};

std::expected<Where, cudaError_t> where(const cudaMemLocation& location,
                                        cudaMemAllocationType type) {
  if (location.type < cudaMemLocationTypeInvalid || location.type > cudaMemLocationTypeHostNuma)
    return std::unexpected(cudaErrorNotSupported);
  const bool is_host =
      location.type == cudaMemLocationTypeHost || location.type == cudaMemLocationTypeHostNuma;
  const bool is_managed = type == cudaMemAllocationTypeManaged;
  // Only managed memory may lie anywhere.
  const bool is_anywhere = is_managed && location.type == cudaMemLocationTypeNone;
  if (location.type == cudaMemLocationTypeDevice ? !is_device(location.id)
                                                 : !is_host && !is_anywhere)
    return std::unexpected(cudaErrorInvalidValue);
  const int device =
      location.type == cudaMemLocationTypeDevice ? location.id : current_context().device();
  if (is_managed) return Where{MemoryType::kManaged, device};
  if (type != cudaMemAllocationTypePinned) return std::unexpected(cudaErrorInvalidValue);
  return Where{is_host ? MemoryType::kPinned : MemoryType::kDevice, device};
}

cudaError_t get_default(cudaMemPool_t* out, const Where& place) {
  const auto pool = memory::default_pool(place.kind, place.device);
  return pool ? show(out, *pool, true) : to_cuda(pool.error());
}

cudaError_t get_current(cudaMemPool_t* out, const Where& place) {
  Pool* const pool = memory::current_pool(place.kind, place.device).load(std::memory_order_acquire);
  return pool != nullptr ? show(out, pool, false) : get_default(out, place);
}

cudaError_t set_current(const Where& place, cudaMemPool_t handle) {
  const PoolObject* const object = pool_handles().find(handle);
  if (object == nullptr || object->pool == nullptr ||
      object->pool->properties().kind != place.kind ||
      (place.kind == MemoryType::kDevice && object->pool->properties().device != place.device)) {
    return cudaErrorInvalidValue;
  }
  memory::current_pool(place.kind, place.device)
      .store(object->is_default ? nullptr : object->pool, std::memory_order_release);
  return cudaSuccess;
}

std::atomic<bool>* flag_of(Pool& pool, cudaMemPoolAttr attribute) {
  if (attribute == cudaMemPoolReuseFollowEventDependencies) return &pool.follows_events;
  if (attribute == cudaMemPoolReuseAllowOpportunistic) return &pool.is_opportunistic;
  if (attribute == cudaMemPoolReuseAllowInternalDependencies) return &pool.adds_dependencies;
  return nullptr;
}

std::optional<std::uint64_t> number_of(Pool& pool, cudaMemPoolAttr attribute) {
  const memory::PoolCounters counters = pool.counters();
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      return pool.release_threshold.load();
    case cudaMemPoolAttrReservedMemCurrent:
      return counters.reserved;
    case cudaMemPoolAttrReservedMemHigh:
      return counters.reserved_high;
    case cudaMemPoolAttrUsedMemCurrent:
      return counters.used;
    case cudaMemPoolAttrUsedMemHigh:
      return counters.used_high;
    default:
      return std::nullopt;
  }
}

// Memory is always open to where it lies.
bool is_own(const memory::PoolProperties& properties, const cudaMemLocation& location) {
  if (properties.kind == MemoryType::kDevice)
    return location.type == cudaMemLocationTypeDevice && location.id == properties.device;
  return location.type == cudaMemLocationTypeHost;
}

bool is_access(cudaMemAccessFlags flags) {
  return flags == cudaMemAccessFlagsProtNone || flags == cudaMemAccessFlagsProtRead ||
         flags == cudaMemAccessFlagsProtReadWrite;
}

cudaError_t check_access(const memory::PoolProperties& pool, const cudaMemAccessDesc& access) {
  const bool is_of_own = is_own(pool, access.location);
  if (!is_of_own && access.location.type != cudaMemLocationTypeDevice) return cudaErrorNotSupported;
  if (!is_access(access.flags)) return cudaErrorInvalidValue;
  if (!is_of_own) return is_device(access.location.id) ? cudaSuccess : cudaErrorInvalidDevice;
  // A device's access to its own memory cannot be taken back, nor a part of it.
  if (access.flags == cudaMemAccessFlagsProtNone) return cudaErrorInvalidDevice;
  if (access.flags == cudaMemAccessFlagsProtRead) return cudaErrorNotSupported;
  return cudaSuccess;
}

}  // namespace

HandleTable<PoolObject>& pool_handles() {
  static constinit HandleTable<PoolObject> table(kPoolHandleKind);
  return table;
}

Pool* find_pool(cudaMemPool_t handle) {
  const PoolObject* const object = pool_handles().find(handle);
  return object != nullptr ? object->pool : nullptr;
}

cudaMemPool_t pool_with(const void* pointer, int device) {
  // The device's own pool has a handle only once it was asked for.
  cudaMemPool_t own = nullptr;
  if (device_get_default_mem_pool(&own, device) != cudaSuccess) return nullptr;
  std::uintptr_t found = 0;
  pool_handles().for_each([&](std::uintptr_t handle, const PoolObject* object) {
    if (object->pool != nullptr && object->pool->find(pointer)) found = handle;
  });
  return reinterpret_cast<cudaMemPool_t>(found);
}

cudaError_t mem_pool_create(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  if (memPool == nullptr || poolProps == nullptr) return cudaErrorInvalidValue;
  for (const unsigned char byte : poolProps->reserved) {
    if (byte != 0) return cudaErrorInvalidValue;
  }
  const auto place = where(poolProps->location, poolProps->allocType);
  if (!place) return cudaErrorInvalidValue;  // whatever is wrong with it
  if ((static_cast<unsigned>(poolProps->handleTypes) & ~kHandleTypes) != 0)
    return cudaErrorInvalidValue;
  const auto pool = memory::create_pool(
      {.kind = place->kind,
       .device = place->device,
       .max_bytes = poolProps->maxSize,
       .is_shareable = poolProps->handleTypes == cudaMemHandleTypePosixFileDescriptor});
  if (!pool) return to_cuda(pool.error());
  const cudaError_t shown = show(memPool, *pool, false);
  if (shown != cudaSuccess) memory::destroy_pool(**pool);
  return shown;
}

cudaError_t mem_pool_destroy(cudaMemPool_t memPool) {
  const PoolObject* const found = pool_handles().find(memPool);
  if (found == nullptr || found->is_default) return cudaErrorInvalidValue;
  const std::unique_ptr<PoolObject> object(
      pool_handles().remove(reinterpret_cast<std::uintptr_t>(memPool)));
  if (object == nullptr) return cudaErrorInvalidValue;
  if (object->imported != nullptr) return cudaSuccess;
  {
    const MutexLock lock(known().mutex);
    known().handles.erase(object->pool);
  }
  memory::destroy_pool(*object->pool);
  return cudaSuccess;
}

cudaError_t mem_pool_trim_to(cudaMemPool_t memPool, size_t minBytesToKeep) {
  Pool* const pool = find_pool(memPool);
  if (pool == nullptr) return cudaErrorInvalidValue;
  pool->trim(minBytesToKeep);
  return cudaSuccess;
}

cudaError_t mem_pool_set_attribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  Pool* const pool = find_pool(memPool);
  if (pool == nullptr || value == nullptr) return cudaErrorInvalidValue;
  if (std::atomic<bool>* const flag = flag_of(*pool, attr)) {
    flag->store(*static_cast<const int*>(value) != 0);
    return cudaSuccess;
  }
  if (attr < cudaMemPoolAttrReleaseThreshold || attr > cudaMemPoolAttrUsedMemHigh)
    return cudaErrorInvalidValue;
  const auto number = *static_cast<const std::uint64_t*>(value);
  if (attr == cudaMemPoolAttrReleaseThreshold) {
    pool->release_threshold.store(number);
    return cudaSuccess;
  }
  // High marks can only start again.
  if (number != 0) return cudaErrorInvalidValue;
  if (attr == cudaMemPoolAttrReservedMemHigh) {
    pool->reset_reserved_high();
  } else if (attr == cudaMemPoolAttrUsedMemHigh) {
    pool->reset_used_high();
  } else {
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

cudaError_t mem_pool_get_attribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  Pool* const pool = find_pool(memPool);
  if (pool == nullptr || value == nullptr) return cudaErrorInvalidValue;
  if (const std::atomic<bool>* const flag = flag_of(*pool, attr)) {
    *static_cast<int*>(value) = flag->load() ? 1 : 0;
    return cudaSuccess;
  }
  const auto number = number_of(*pool, attr);
  if (!number) return cudaErrorInvalidValue;
  *static_cast<std::uint64_t*>(value) = *number;
  return cudaSuccess;
}

namespace {

/// Also of pools of other processes.
struct SharedMemory {
  memory::PoolProperties properties;
  memory::PoolAccess* access = nullptr;
};

std::optional<SharedMemory> memory_of(cudaMemPool_t handle) {
  const PoolObject* const object = pool_handles().find(handle);
  if (object == nullptr) return std::nullopt;
  if (object->pool != nullptr)
    return SharedMemory{object->pool->properties(), &object->pool->access};
  return SharedMemory{{.kind = MemoryType::kDevice, .device = object->imported->device()},
                      &object->imported->access};
}

}  // namespace

cudaError_t mem_pool_set_access(cudaMemPool_t memPool, const cudaMemAccessDesc* descList,
                                size_t count) {
  const auto pool = memory_of(memPool);
  if (!pool || (descList == nullptr && count > 0)) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i) {
    const cudaError_t checked = check_access(pool->properties, descList[i]);
    if (checked != cudaSuccess) return checked;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (is_own(pool->properties, descList[i].location)) continue;
    (*pool->access)[static_cast<std::size_t>(descList[i].location.id)] =
        static_cast<std::uint8_t>(descList[i].flags);
  }
  return cudaSuccess;
}

cudaError_t mem_pool_get_access(cudaMemAccessFlags* flags, cudaMemPool_t memPool,
                                cudaMemLocation* location) {
  const auto pool = memory_of(memPool);
  if (flags == nullptr || !pool || location == nullptr) return cudaErrorInvalidValue;
  if (is_own(pool->properties, *location)) {
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
  }
  if (location->type == cudaMemLocationTypeHost) {
    *flags = cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  }
  if (location->type != cudaMemLocationTypeDevice || !is_device(location->id))
    return cudaErrorInvalidValue;
  *flags = static_cast<cudaMemAccessFlags>(
      (*pool->access)[static_cast<std::size_t>(location->id)].load());
  return cudaSuccess;
}

// --- Which pool ---

cudaError_t device_get_default_mem_pool(cudaMemPool_t* memPool, int device) {
  if (!is_device(device)) return cudaErrorInvalidDevice;
  if (memPool == nullptr) return cudaErrorInvalidValue;
  return get_default(memPool, {MemoryType::kDevice, device});
}

cudaError_t device_get_mem_pool(cudaMemPool_t* memPool, int device) {
  if (memPool == nullptr) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidValue;  // as on hardware, unlike above
  return get_current(memPool, {MemoryType::kDevice, device});
}

cudaError_t device_set_mem_pool(int device, cudaMemPool_t memPool) {
  if (!is_device(device)) return cudaErrorInvalidValue;
  return set_current({MemoryType::kDevice, device}, memPool);
}

cudaError_t mem_get_default_mem_pool(cudaMemPool_t* memPool, cudaMemLocation* location,
                                     cudaMemAllocationType type) {
  if (memPool == nullptr || location == nullptr) return cudaErrorInvalidValue;
  const auto place = where(*location, type);
  return place ? get_default(memPool, *place) : place.error();
}

cudaError_t mem_get_mem_pool(cudaMemPool_t* memPool, cudaMemLocation* location,
                             cudaMemAllocationType type) {
  if (memPool == nullptr || location == nullptr) return cudaErrorInvalidValue;
  const auto place = where(*location, type);
  return place ? get_current(memPool, *place) : place.error();
}

cudaError_t mem_set_mem_pool(cudaMemLocation* location, cudaMemAllocationType type,
                             cudaMemPool_t memPool) {
  if (location == nullptr) return cudaErrorInvalidValue;
  const auto place = where(*location, type);
  return place ? set_current(*place, memPool) : place.error();
}

}  // namespace riffle::api::cudart
