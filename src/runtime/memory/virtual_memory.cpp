// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/virtual_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "runtime/engine/wave.h"

namespace riffle::memory {
namespace {

using Address = std::uintptr_t;

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }

struct MappedMemory {
  std::shared_ptr<Physical> memory;
  std::map<int, AccessRights> access;  ///< by device; others have none

  [[nodiscard]] std::size_t bytes() const { return memory->bytes(); }
  [[nodiscard]] AccessRights most_access() const {
    AccessRights most = AccessRights::kNone;
    for (const auto& [device, one] : access) most = std::max(most, one);
    return most;
  }
};

using Mappings = std::map<Address, MappedMemory>;

struct Space {
  Mutex mutex;
  std::map<Address, std::size_t> reserved RIFFLE_GUARDED_BY(mutex);  ///< base -> bytes
  Mappings mappings RIFFLE_GUARDED_BY(mutex);                        ///< by base
  std::map<Address, Allocation> runs RIFFLE_GUARDED_BY(mutex);       ///< accessible; by base
};

/// Stays true: spares programs without any the lock.
std::atomic<bool> has_reserved{false};

Space& space() {
  static Space* const instance = new Space;  // as long as the process
  return *instance;
}

/// The entry of a map by base whose range contains the address.
template <class Map, class Bytes>
auto find_containing(Map& map, Address address, Bytes bytes) {
  auto found = map.upper_bound(address);
  if (found == map.begin()) return map.end();
  --found;
  return address - found->first < bytes(found->second) ? found : map.end();
}

auto find_mapping(Mappings& mappings, const void* pointer) {
  return find_containing(mappings, address_of(pointer),
                         [](const MappedMemory& m) { return m.bytes(); });
}

bool is_whole_slots(const void* base, std::size_t bytes) {
  return bytes != 0 && (address_of(base) | bytes) % kMappingGranularity == 0;
}

/// Adjacent reservations are as good as one.
bool is_all_reserved(Space& space, Address begin, std::size_t bytes) RIFFLE_REQUIRES(space.mutex) {
  const Address end = begin + bytes;
  while (begin < end) {
    const auto found = find_containing(space.reserved, begin, [](std::size_t b) { return b; });
    if (found == space.reserved.end()) return false;
    begin = found->first + found->second;
  }
  return true;
}

bool is_any_mapped(Space& space, Address begin, std::size_t bytes) RIFFLE_REQUIRES(space.mutex) {
  const auto behind = space.mappings.lower_bound(begin + bytes);
  if (behind == space.mappings.begin()) return false;
  const auto last = std::prev(behind);
  return last->first + last->second.bytes() > begin;
}

/// Whether whole mappings cover the range without a gap; [first, last) are they.
bool find_mappings(Mappings& mappings, Address begin, std::size_t bytes, Mappings::iterator& first,
                   Mappings::iterator& last) {
  first = last = mappings.find(begin);
  const Address end = begin + bytes;
  while (begin < end) {
    if (last == mappings.end() || last->first != begin) return false;
    begin += last->second.bytes();
    ++last;
  }
  return begin == end;
}

/// What lookups see, after a change.
void make_runs(Space& space) RIFFLE_REQUIRES(space.mutex) {
  space.runs.clear();
  Allocation* run = nullptr;
  for (const auto& [base, mapping] : space.mappings) {
    if (mapping.most_access() == AccessRights::kNone) continue;
    const int device = mapping.memory->device();
    if (run != nullptr && address_of(run->base) + run->bytes == base && run->device == device) {
      run->bytes += mapping.bytes();
      continue;
    }
    // Apart from the ids of allocators, which count up from 1, and of what is not ours, from 2^62.
    run = &space.runs[base];
    *run = {.base = reinterpret_cast<char*>(base),
            .bytes = mapping.bytes(),
            .device = device,
            .id = (std::uint64_t{1} << 61) + mapping.memory->id()};
  }
}

int protection_of(AccessRights access) {
  if (access == AccessRights::kNone) return PROT_NONE;
  return access == AccessRights::kRead ? PROT_READ : PROT_READ | PROT_WRITE;
}

char* reserve_at(char* wanted, std::size_t bytes) {
  void* const made = mmap(wanted, bytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (made == MAP_FAILED) return nullptr;
  if (made == wanted) return wanted;
  munmap(made, bytes);  // a system that does not know the flag
  return nullptr;
}

}  // namespace

Result<char*> reserve_addresses(std::size_t bytes, std::size_t alignment, char* wanted) {
  alignment = std::max(alignment, kMappingGranularity);
  if (bytes == 0 || bytes % kMappingGranularity != 0 || (alignment & (alignment - 1)) != 0)
    return error(Code::kInvalidValue, "addresses are reserved in multiples of 2 MiB");
  char* base = nullptr;
  if (wanted != nullptr && address_of(wanted) % alignment == 0) base = reserve_at(wanted, bytes);
  if (base == nullptr) base = static_cast<char*>(platform::reserve_pages(bytes, alignment));
  if (base == nullptr) return error(Code::kOutOfMemory, "no range of addresses is large enough");
  const MutexLock lock(space().mutex);
  space().reserved.emplace(address_of(base), bytes);
  has_reserved.store(true, std::memory_order_release);
  return base;
}

Status free_addresses(char* base, std::size_t bytes) {
  Space& all = space();
  const MutexLock lock(all.mutex);
  const auto found = all.reserved.find(address_of(base));
  if (found == all.reserved.end() || found->second != bytes)
    return error(Code::kInvalidValue, "no reservation of this size starts there");
  if (is_any_mapped(all, address_of(base), bytes))
    return error(Code::kInvalidValue, "memory is mapped there");
  all.reserved.erase(found);
  platform::release_pages(base, bytes);
  return {};
}

Status map_memory(char* base, std::shared_ptr<Physical> memory) {
  const std::size_t bytes = memory->bytes();
  if (!is_whole_slots(base, bytes))
    return error(Code::kInvalidValue, "memory is mapped at multiples of 2 MiB");
  Space& all = space();
  const MutexLock lock(all.mutex);
  if (!is_all_reserved(all, address_of(base), bytes))
    return error(Code::kInvalidValue, "the addresses are not reserved");
  if (is_any_mapped(all, address_of(base), bytes))
    return error(Code::kInvalidValue, "memory is mapped there already");
  if (mmap(base, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, memory->descriptor(),
           0) == MAP_FAILED)
    return error(Code::kOutOfMemory, "the system maps no more memory");
  // An imported one may be one of ours.
  const bool is_elsewhere =
      memory->is_imported() || std::ranges::any_of(all.mappings, [&](const auto& mapping) {
        return mapping.second.memory == memory;
      });
  if (is_elsewhere) engine::end_waves();
  all.mappings.emplace(address_of(base), MappedMemory{std::move(memory), {}});
  return {};
}

Status unmap_memory(char* base, std::size_t bytes) {
  Space& all = space();
  const MutexLock lock(all.mutex);
  Mappings::iterator first, last;
  if (!is_whole_slots(base, bytes) ||
      !find_mappings(all.mappings, address_of(base), bytes, first, last))
    return error(Code::kInvalidValue, "not whole mappings");
  if (!platform::guard_pages(base, bytes))
    return error(Code::kOperatingSystem, "the system unmaps nothing");
  all.mappings.erase(first, last);
  make_runs(all);
  return {};
}

Status set_access(char* base, std::size_t bytes, int device, AccessRights access) {
  Space& all = space();
  const MutexLock lock(all.mutex);
  Mappings::iterator first, last;
  if (!is_whole_slots(base, bytes) ||
      !find_mappings(all.mappings, address_of(base), bytes, first, last))
    return error(Code::kInvalidValue, "not whole mappings");
  for (; first != last; ++first) {
    MappedMemory& mapping = first->second;
    mapping.access[device] = access;
    if (mprotect(reinterpret_cast<void*>(first->first), mapping.bytes(),
                 protection_of(mapping.most_access())) != 0)
      return error(Code::kOperatingSystem, "the system changes no access");
  }
  make_runs(all);
  return {};
}

Result<AccessRights> access_of(const void* pointer, int device) {
  Space& all = space();
  const MutexLock lock(all.mutex);
  const auto found = find_mapping(all.mappings, pointer);
  if (found == all.mappings.end()) return error(Code::kInvalidValue, "nothing is mapped there");
  const auto access = found->second.access.find(device);
  return access == found->second.access.end() ? AccessRights::kNone : access->second;
}

std::shared_ptr<Physical> memory_at(const void* pointer) {
  Space& all = space();
  const MutexLock lock(all.mutex);
  const auto found = find_mapping(all.mappings, pointer);
  return found == all.mappings.end() ? nullptr : found->second.memory;
}

std::vector<char*> places_of(const Physical& memory) {
  std::vector<char*> places;
  Space& all = space();
  const MutexLock lock(all.mutex);
  for (const auto& [base, mapping] : all.mappings)
    if (mapping.memory.get() == &memory) places.push_back(reinterpret_cast<char*>(base));
  return places;
}

bool is_reserved_address(const void* pointer) {
  if (!has_reserved.load(std::memory_order_acquire)) return false;
  Space& all = space();
  const MutexLock lock(all.mutex);
  return is_all_reserved(all, address_of(pointer), 1);
}

std::optional<Allocation> find_mapped(const void* pointer) {
  if (!has_reserved.load(std::memory_order_acquire)) return std::nullopt;
  Space& all = space();
  const MutexLock lock(all.mutex);
  const auto found = find_containing(all.runs, address_of(pointer),
                                     [](const Allocation& run) { return run.bytes; });
  if (found == all.runs.end()) return std::nullopt;
  return found->second;
}

}  // namespace riffle::memory
