// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/registry.h"

#include <algorithm>

#include "base/options.h"
#include "runtime/memory/graph_memory.h"
#include "runtime/memory/machine_memory.h"
#include "runtime/memory/pools.h"
#include "runtime/memory/virtual_memory.h"

namespace riffle::memory {
namespace {

std::uintptr_t end_of(const Allocation& allocation) {
  return reinterpret_cast<std::uintptr_t>(allocation.base) + allocation.bytes;
}

std::uint64_t next_foreign_id() {
  // Apart from the allocators' ids, which count up from 1.
  static std::atomic<std::uint64_t> last{std::uint64_t{1} << 62};
  return last.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Registry::Registry(std::size_t device_limit_bytes, std::size_t host_limit_bytes)
    : device_limit_bytes_(device_limit_bytes),
      pinned_(MemoryType::kPinned, host_limit_bytes),
      managed_(MemoryType::kManaged, host_limit_bytes) {}

Registry::~Registry() {
  for (auto& device : devices_) delete device.load(std::memory_order_relaxed);
}

Allocator& Registry::device_allocator(int device) {
  auto& slot = devices_[static_cast<std::size_t>(device)];
  Allocator* allocator = slot.load(std::memory_order_acquire);
  if (allocator != nullptr) return *allocator;
  const MutexLock lock(mutex_);
  allocator = slot.load(std::memory_order_relaxed);
  if (allocator == nullptr) {
    allocator = new Allocator(MemoryType::kDevice, device_limit_bytes_);
    slot.store(allocator, std::memory_order_release);
    const int end = device_end_.load(std::memory_order_relaxed);
    device_end_.store(std::max(end, device + 1), std::memory_order_release);
  }
  return *allocator;
}

Allocator* Registry::allocator_of(const void* pointer) const {
  const int end = device_end_.load(std::memory_order_acquire);
  for (int device = 0; device < end; ++device) {
    Allocator* const allocator =
        devices_[static_cast<std::size_t>(device)].load(std::memory_order_acquire);
    if (allocator != nullptr && allocator->owns_address(pointer)) return allocator;
  }
  if (pinned_.owns_address(pointer)) return const_cast<Allocator*>(&pinned_);
  if (managed_.owns_address(pointer)) return const_cast<Allocator*>(&managed_);
  return nullptr;
}

Result<Allocation> Registry::allocate(MemoryType kind, std::size_t bytes, int device,
                                      unsigned flags) {
  Allocator& from = allocator(kind, device);
  auto made = from.allocate(bytes, device, flags);
  if (made || made.error().code != Code::kOutOfMemory || bytes > from.budget().limit_bytes())
    return made;
  // Pools may hold memory that nobody uses.
  make_room(kind, device);
  return from.allocate(bytes, device, flags);
}

Allocator& Registry::allocator(MemoryType kind, int device) {
  if (kind == MemoryType::kPinned) return pinned_;
  return kind == MemoryType::kManaged ? managed_ : device_allocator(device);
}

std::optional<Allocation> Registry::find_foreign(const void* pointer) const {
  if (!has_foreign_.load(std::memory_order_acquire)) return std::nullopt;
  const MutexLock lock(mutex_);
  const auto range = foreign_.upper_bound(reinterpret_cast<std::uintptr_t>(pointer));
  if (range == foreign_.end() || !range->second.contains(pointer, 1)) return std::nullopt;
  return range->second;
}

std::optional<Allocation> Registry::find(const void* pointer) const {
  if (const Allocator* const allocator = allocator_of(pointer)) return allocator->find(pointer);
  if (Pool* const pool = pool_at(pointer)) return pool->find(pointer);
  if (const auto mapped = find_mapped(pointer)) return mapped;
  return find_foreign(pointer);
}

std::optional<Allocation> Registry::find_for_graph(const void* pointer) const {
  Pool* const pool = pool_at(pointer);
  return pool != nullptr ? pool->find(pointer, true) : find(pointer);
}

bool Registry::is_own_address(const void* pointer) const {
  return allocator_of(pointer) != nullptr || pool_at(pointer) != nullptr ||
         is_reserved_address(pointer);
}

Status Registry::free(const void* pointer) {
  if (Pool* const pool = pool_at(pointer)) return pool->free_now(const_cast<void*>(pointer));
  Allocator* const allocator = allocator_of(pointer);
  if (allocator == nullptr) return error(Code::kInvalidValue, "not allocated by this runtime");
  return allocator->free(pointer);
}

Result<SharedExtent> Registry::share(const void* pointer) {
  Allocator* const allocator = allocator_of(pointer);
  if (allocator == nullptr || allocator == &pinned_ || allocator == &managed_)
    return error(Code::kInvalidValue, "not device memory that can be shared");
  return allocator->share(pointer);
}

Status Registry::queue_free(const void* pointer) {
  Allocator* const allocator = allocator_of(pointer);
  if (allocator == nullptr) return error(Code::kInvalidValue, "not allocated by this runtime");
  return allocator->queue_free(pointer);
}

Status Registry::add_registered(void* base, std::size_t bytes, int device, unsigned flags) {
  if (base == nullptr || bytes == 0) return error(Code::kInvalidValue, "nothing to register");
  if (is_own_address(base))
    return error(Code::kInvalidValue, "memory of this runtime cannot be registered");
  const Allocation range{.base = static_cast<char*>(base),
                         .bytes = bytes,
                         .kind = MemoryType::kRegistered,
                         .device = device,
                         .flags = flags,
                         .id = next_foreign_id()};
  const MutexLock lock(mutex_);
  const auto next = foreign_.upper_bound(reinterpret_cast<std::uintptr_t>(base));
  if (next != foreign_.end() &&
      reinterpret_cast<std::uintptr_t>(next->second.base) < end_of(range)) {
    return error(Code::kHostMemoryAlreadyRegistered, "the range overlaps a registered one");
  }
  foreign_.emplace(end_of(range), range);
  has_foreign_.store(true, std::memory_order_release);
  return {};
}

Status Registry::remove_registered(void* base) {
  if (base == nullptr || is_own_address(base)) {
    return error(Code::kInvalidValue, "not memory that was registered");
  }
  const MutexLock lock(mutex_);
  const auto range = foreign_.upper_bound(reinterpret_cast<std::uintptr_t>(base));
  if (range == foreign_.end() || !range->second.contains(base, 1) ||
      range->second.kind != MemoryType::kRegistered) {
    return error(Code::kHostMemoryNotRegistered, "no registered range contains this address");
  }
  if (range->second.base != base)
    return error(Code::kInvalidValue, "inside a registered range, not its start");
  foreign_.erase(range);
  return {};
}

void Registry::add_variable(void* base, std::size_t bytes, int device, MemoryType kind) {
  add_foreign({.base = static_cast<char*>(base),
               .bytes = bytes,
               .kind = kind,
               .is_variable = true,
               .device = device,
               .id = next_foreign_id()});
}

void Registry::add_imported(void* base, std::size_t bytes, int device) {
  add_foreign({.base = static_cast<char*>(base),
               .bytes = bytes,
               .kind = MemoryType::kDevice,
               .is_imported = true,
               .device = device,
               .id = next_foreign_id()});
}

void Registry::add_foreign(const Allocation& range) {
  if (range.bytes == 0) return;
  const MutexLock lock(mutex_);
  foreign_.insert_or_assign(end_of(range), range);
  has_foreign_.store(true, std::memory_order_release);
}

void Registry::remove_foreign(void* base) {
  const MutexLock lock(mutex_);
  const auto range = foreign_.upper_bound(reinterpret_cast<std::uintptr_t>(base));
  if (range != foreign_.end() && range->second.base == base) foreign_.erase(range);
}

void Registry::free_all(int device) {
  device_allocator(device).free_all(device);
  pinned_.free_all(device);
  managed_.free_all(device);
  forget_all_graph_memory(device);
  pools_synchronised();  // pools are the device's, not the context's: what is live in them stays
  const MutexLock lock(mutex_);
  std::erase_if(foreign_, [device](const auto& entry) {
    return entry.second.device == device && entry.second.kind == MemoryType::kRegistered;
  });
}

Usage Registry::device_usage(int device) { return device_allocator(device).usage(); }

void Registry::guard_freed() {
  for (const auto& device : devices_) {
    if (Allocator* const allocator = device.load(std::memory_order_acquire))
      allocator->guard_freed();
  }
}

void guard_all_freed() {
  freed_is_accessible.store(false, std::memory_order_relaxed);
  registry().guard_freed();
}

void make_room(MemoryType kind, int device) {
  make_room_in_pools(kind, device);
  registry().trim(kind, device);
}

Registry& registry() {
  // Never destroyed: static destructors of the program may still free memory.
  static Registry* const instance =
      new Registry(device_memory_bytes(options().devices), total_machine_bytes() / 4 * 3);
  return *instance;
}

}  // namespace riffle::memory
