// SPDX-License-Identifier: Apache-2.0
// Prefetching and advice for managed memory, and which stream it is attached to.
#include "api/cudart/advice.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "platform/cpu.h"
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
  if (!allocation || allocation->kind != memory::MemoryType::kManaged ||
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
  if (location.type == cudaMemLocationTypeHostNuma) return platform::has_numa_node(location.id);
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

// As attributes show a preferred location: the host is one place, without a number; the node of
// whoever asks is none.
cudaMemLocation shown_preference(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeHostNumaCurrent) return Advice{}.preferred;
  return is_host(location) ? cudaMemLocation{cudaMemLocationTypeHost, cudaCpuDeviceId} : location;
}

// As attributes show where a range was prefetched: nodes of the host keep their numbers.
cudaMemLocation shown_prefetch(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeHost
             ? cudaMemLocation{cudaMemLocationTypeHost, cudaCpuDeviceId}
             : location;
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
  for (int device = 0; device < device_count() && used < places; ++device) {
    if ((devices >> device & 1) != 0) out[used++] = device;
  }
  if (is_host_too && used < places) out[used++] = cudaCpuDeviceId;
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
                      [&](Advice& advice) { advice.prefetched = shown_prefetch(location); });
  return cudaSuccess;
}

namespace {

// Ranges of managed memory, all of them or the error.
bool are_managed(void* const* pointers, const size_t* sizes, size_t count) {
  if (pointers == nullptr || sizes == nullptr || count == 0) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!managed_range(pointers[i], sizes[i])) return false;
  }
  return true;
}

// Which location each range goes to: that of the last entry of `first` that is not behind it.
bool are_locations(const cudaMemLocation* locations, const size_t* first, size_t locations_count,
                   size_t count) {
  if (locations == nullptr || first == nullptr || locations_count == 0 || locations_count > count ||
      first[0] != 0) {
    return false;
  }
  for (size_t i = 0; i < locations_count; ++i) {
    if (!is_location(locations[i]) || first[i] >= count || (i > 0 && first[i] < first[i - 1]))
      return false;
  }
  return true;
}

bool is_batch_stream(cudaStream_t stream) {
  return stream != nullptr && stream != cudaStreamLegacy && find_stream(stream) != nullptr;
}

}  // namespace

cudaError_t mem_prefetch_batch_async(void** dptrs, size_t* sizes, size_t count,
                                     cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                     size_t numPrefetchLocs, unsigned long long flags,
                                     cudaStream_t stream) {
  if (flags != 0 || !is_batch_stream(stream) || !are_managed(dptrs, sizes, count) ||
      !are_locations(prefetchLocs, prefetchLocIdxs, numPrefetchLocs, count)) {
    return cudaErrorInvalidValue;
  }
  size_t chosen = 0;
  for (size_t i = 0; i < count; ++i) {
    while (chosen + 1 < numPrefetchLocs && prefetchLocIdxs[chosen + 1] <= i) ++chosen;
    if (const auto allocation = managed_range(dptrs[i], sizes[i])) {
      advice_map().change(*allocation, dptrs[i], sizes[i], [&](Advice& advice) {
        advice.prefetched = shown_prefetch(prefetchLocs[chosen]);
      });
    }
  }
  return cudaSuccess;
}

// What is discarded may be read as anything until it is written: also as what it was.
cudaError_t mem_discard_batch_async(void** dptrs, size_t* sizes, size_t count,
                                    unsigned long long flags, cudaStream_t stream) {
  return flags == 0 && is_batch_stream(stream) && are_managed(dptrs, sizes, count)
             ? cudaSuccess
             : cudaErrorInvalidValue;
}

cudaError_t mem_discard_and_prefetch_batch_async(void** dptrs, size_t* sizes, size_t count,
                                                 cudaMemLocation* prefetchLocs,
                                                 size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                                 unsigned long long flags, cudaStream_t stream) {
  return mem_prefetch_batch_async(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs,
                                  numPrefetchLocs, flags, stream);
}

cudaError_t mem_advise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                       cudaMemLocation location) {
  const auto allocation = managed_range(devPtr, count);
  if (!allocation) return cudaErrorInvalidValue;
  const bool needs_location = advice == cudaMemAdviseSetPreferredLocation ||
                              advice == cudaMemAdviseSetAccessedBy ||
                              advice == cudaMemAdviseUnsetAccessedBy;
  if (needs_location && !is_location(location)) return cudaErrorInvalidValue;
  // Only the host as a whole accesses memory, not one of its nodes.
  const bool is_node = is_host(location) && location.type != cudaMemLocationTypeHost;
  if (is_node && (advice == cudaMemAdviseSetAccessedBy || advice == cudaMemAdviseUnsetAccessedBy))
    return cudaErrorInvalidValue;
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
    return cudaErrorInvalidValue;
  advice_map().change(*allocation, devPtr, count, [&](Advice& kept) {
    const bool sets_access = advice == cudaMemAdviseSetAccessedBy;
    if (advice == cudaMemAdviseSetReadMostly) kept.is_read_mostly = true;
    if (advice == cudaMemAdviseUnsetReadMostly) kept.is_read_mostly = false;
    if (advice == cudaMemAdviseSetPreferredLocation) kept.preferred = shown_preference(location);
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

// Host and devices reach managed memory at all times here. What remains of attaching is order, as on
// hardware: in the legacy stream it is work; taking memory away from a stream for all, or for the host,
// waits for that stream. The rules for the arguments are those of hardware without pageable memory
// access.
cudaError_t stream_attach_mem_async(cudaStream_t stream, void* devPtr, size_t length,
                                    unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle) {
    return cudaErrorInvalidValue;
  }
  const StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (flags == cudaMemAttachSingle && stream == nullptr) return cudaErrorInvalidValue;
  const auto allocation = memory::registry().find(devPtr);
  if (!allocation || allocation->kind != memory::MemoryType::kManaged ||
      allocation->base != devPtr || (length != 0 && length != allocation->bytes)) {
    return cudaErrorInvalidValue;
  }
  if (object->stream->kind() == engine::StreamKind::kLegacy)
    object->stream->enqueue({.run = run_nothing}, [](void*) {});
  const bool is_single = flags == cudaMemAttachSingle && streams().find(stream) != nullptr;
  cudaStream_t before = nullptr;
  advice_map().change(*allocation, devPtr, allocation->bytes, [&](Advice& kept) {
    before = std::exchange(kept.attached, is_single ? stream : nullptr);
  });
  const StreamObject* const other = before != nullptr ? streams().find(before) : nullptr;
  if (flags != cudaMemAttachSingle && other != nullptr && other != object)
    object->stream->enqueue_wait(other->stream->record());
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
