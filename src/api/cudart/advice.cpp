// SPDX-License-Identifier: Apache-2.0
// Prefetching and advice for managed memory.
#include "api/cudart/advice.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {

AdviceMap::Runs& AdviceMap::runs_of(const memory::Allocation& allocation) {
  Runs& runs = runs_[allocation.base];
  if (runs.allocation_id != allocation.id) runs = {allocation.id, {{0, Advice{}}}};
  return runs;
}

void AdviceMap::change(const memory::Allocation& allocation, const void* pointer, std::size_t bytes,
                       const std::function<void(Advice&)>& change) {
  const auto begin = static_cast<std::size_t>(static_cast<const char*>(pointer) - allocation.base);
  const std::size_t end = begin + bytes;
  const MutexLock lock(mutex_);
  auto& from = runs_of(allocation).from;
  // Cut the runs at both ends of the range.
  for (const std::size_t offset : {begin, end}) {
    from.emplace(offset, std::prev(from.upper_bound(offset))->second);
  }
  for (auto run = from.find(begin); run->first != end; ++run) change(run->second);
}

void AdviceMap::visit(const memory::Allocation& allocation, const void* pointer, std::size_t bytes,
                      const std::function<void(const Advice&)>& visit) {
  const auto begin = static_cast<std::size_t>(static_cast<const char*>(pointer) - allocation.base);
  const MutexLock lock(mutex_);
  const auto& from = runs_of(allocation).from;
  for (auto run = std::prev(from.upper_bound(begin));
       run != from.end() && run->first < begin + bytes; ++run) {
    visit(run->second);
  }
}

namespace {

AdviceMap& advice_map() {
  static AdviceMap* const instance = new AdviceMap;  // as long as the process
  return *instance;
}

// The managed allocation that holds the whole range.
std::optional<memory::Allocation> managed_range(const void* pointer, std::size_t bytes) {
  if (pointer == nullptr || bytes == 0) return std::nullopt;
  auto allocation = memory::registry().find(pointer);
  if (!allocation || allocation->kind != memory::Kind::kManaged ||
      !allocation->contains(pointer, bytes)) {
    return std::nullopt;
  }
  return allocation;
}

bool is_host(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeHost || location.type == cudaMemLocationTypeHostNuma ||
         location.type == cudaMemLocationTypeHostNumaCurrent;
}

bool is_location(const cudaMemLocation& location) {
  return is_host(location) ||
         (location.type == cudaMemLocationTypeDevice && is_device(location.id));
}

// As the attributes that know devices only show a location.
int device_number(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) return location.id;
  return is_host(location) ? cudaCpuDeviceId : cudaInvalidDeviceId;
}

int number_of(const Advice& advice, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return advice.is_read_mostly ? 1 : 0;
    case cudaMemRangeAttributePreferredLocation:
      return device_number(advice.preferred);
    case cudaMemRangeAttributeLastPrefetchLocation:
      return device_number(advice.prefetched);
    case cudaMemRangeAttributePreferredLocationType:
      return advice.preferred.type;
    case cudaMemRangeAttributePreferredLocationId:
      return advice.preferred.id;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return advice.prefetched.type;
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return advice.prefetched.id;
    case cudaMemRangeAttributeAccessedBy:
      break;
  }
  return 0;
}

// What stands for a range whose parts do not agree.
int disagreement(cudaMemRangeAttribute attribute) {
  const bool is_type = attribute == cudaMemRangeAttributePreferredLocationType ||
                       attribute == cudaMemRangeAttributeLastPrefetchLocationType;
  if (is_type) return cudaMemLocationTypeInvalid;
  return attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
}

// The devices that access the whole range, then cudaInvalidDeviceId in the places that are left.
void write_accessors(const memory::Allocation& allocation, const void* pointer, std::size_t bytes,
                     int* out, std::size_t places) {
  std::uint64_t devices = ~std::uint64_t{0};
  bool is_host_too = true;
  advice_map().visit(allocation, pointer, bytes, [&](const Advice& advice) {
    devices &= advice.accessed_by;
    is_host_too = is_host_too && advice.is_accessed_by_host;
  });
  std::size_t used = 0;
  if (is_host_too && used < places) out[used++] = cudaCpuDeviceId;
  for (int device = 0; device < device_count() && used < places; ++device) {
    if ((devices >> device & 1) != 0) out[used++] = device;
  }
  std::fill(out + used, out + places, cudaInvalidDeviceId);
}

}  // namespace

cudaError_t mem_prefetch_async(const void* devPtr, size_t count, cudaMemLocation location,
                               unsigned int flags, cudaStream_t stream) {
  if (flags != 0) return cudaErrorInvalidValue;
  const auto allocation = managed_range(devPtr, count);
  if (!allocation) return cudaErrorInvalidValue;
  if (!is_location(location)) {
    return location.type == cudaMemLocationTypeDevice ? cudaErrorInvalidDevice
                                                      : cudaErrorInvalidValue;
  }
  if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
  advice_map().change(*allocation, devPtr, count,
                      [&](Advice& advice) { advice.prefetched = location; });
  return cudaSuccess;
}

cudaError_t mem_advise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                       cudaMemLocation location) {
  const auto allocation = managed_range(devPtr, count);
  if (!allocation) return cudaErrorInvalidValue;
  const bool needs_location = advice == cudaMemAdviseSetPreferredLocation ||
                              advice == cudaMemAdviseSetAccessedBy ||
                              advice == cudaMemAdviseUnsetAccessedBy;
  if (needs_location && !is_location(location)) return cudaErrorInvalidValue;
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
    return cudaErrorInvalidValue;
  advice_map().change(*allocation, devPtr, count, [&](Advice& kept) {
    const bool sets_access = advice == cudaMemAdviseSetAccessedBy;
    if (advice == cudaMemAdviseSetReadMostly) kept.is_read_mostly = true;
    if (advice == cudaMemAdviseUnsetReadMostly) kept.is_read_mostly = false;
    if (advice == cudaMemAdviseSetPreferredLocation) kept.preferred = location;
    if (advice == cudaMemAdviseUnsetPreferredLocation) kept.preferred = Advice{}.preferred;
    if (!sets_access && advice != cudaMemAdviseUnsetAccessedBy) return;
    if (is_host(location)) {
      kept.is_accessed_by_host = sets_access;
    } else {
      const std::uint64_t bit = std::uint64_t{1} << location.id;
      kept.accessed_by = sets_access ? kept.accessed_by | bit : kept.accessed_by & ~bit;
    }
  });
  return cudaSuccess;
}

cudaError_t mem_range_get_attribute(void* data, size_t dataSize, cudaMemRangeAttribute attribute,
                                    const void* devPtr, size_t count) {
  if (data == nullptr || dataSize == 0 || dataSize % sizeof(int) != 0) return cudaErrorInvalidValue;
  if (attribute < cudaMemRangeAttributeReadMostly ||
      attribute > cudaMemRangeAttributeLastPrefetchLocationId) {
    return cudaErrorInvalidValue;
  }
  const auto allocation = managed_range(devPtr, count);
  if (!allocation) return cudaErrorInvalidValue;
  int* const out = static_cast<int*>(data);
  if (attribute == cudaMemRangeAttributeAccessedBy) {
    write_accessors(*allocation, devPtr, count, out, dataSize / sizeof(int));
    return cudaSuccess;
  }
  if (dataSize != sizeof(int)) return cudaErrorInvalidValue;
  std::optional<int> seen;
  bool agrees = true;
  advice_map().visit(*allocation, devPtr, count, [&](const Advice& advice) {
    const int number = number_of(advice, attribute);
    agrees = agrees && seen.value_or(number) == number;
    seen = number;
  });
  *out = agrees && seen ? *seen : disagreement(attribute);
  return cudaSuccess;
}

cudaError_t mem_range_get_attributes(void** data, size_t* dataSizes,
                                     cudaMemRangeAttribute* attributes, size_t numAttributes,
                                     const void* devPtr, size_t count) {
  if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0) {
    return cudaErrorInvalidValue;
  }
  for (size_t i = 0; i < numAttributes; ++i) {
    const cudaError_t result =
        mem_range_get_attribute(data[i], dataSizes[i], attributes[i], devPtr, count);
    if (result != cudaSuccess) return result;
  }
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
