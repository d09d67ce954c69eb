// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/allocator.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "base/descriptor.h"
#include "platform/moving_pages.h"
#include "runtime/memory/machine_memory.h"
#include "runtime/memory/red_zone.h"
#include "runtime/memory/size_class.h"

namespace riffle::memory {

std::atomic<bool> freed_is_accessible{false};

namespace {

constexpr std::size_t kGibibyte = std::size_t{1} << 30;
// Below this size asking the system how much memory it has costs more than it can save.
constexpr std::size_t kAskSystemBytes = std::size_t{64} << 20;

std::size_t counted_bytes(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// Address space is free: several times the memory, so that holes between allocations never matter.
std::size_t address_space_for(std::size_t limit_bytes) {
  return std::max(limit_bytes < (std::size_t{1} << 42) ? limit_bytes * 4 : limit_bytes,
                  64 * kGibibyte);
}

}  // namespace

Allocator::Allocator(MemoryType kind, std::size_t limit_bytes)
    : kind_(kind),
      budget_(limit_bytes),
      arena_(address_space_for(limit_bytes), limit_bytes / 4,
             kind == MemoryType::kDevice ? Arena::Guard::kLater : Arena::Guard::kAtOnce) {
  begin_ = reinterpret_cast<std::uintptr_t>(arena_.base());
  end_ = begin_ + arena_.capacity_slots() * kSlotBytes;
}

Result<Allocation> Allocator::allocate(std::size_t bytes, int device, unsigned flags) {
  const MutexLock lock(mutex_);
  const std::size_t counted = bytes > budget_.limit_bytes() ? bytes : counted_bytes(bytes);
  if (!budget_.take(counted)) {
    return error(Code::kOutOfMemory, std::to_string(bytes) + " bytes asked for, " +
                                         std::to_string(budget_.left_bytes()) + " of " +
                                         std::to_string(budget_.limit_bytes()) + " left");
  }
  auto placed = place(bytes + red_zone_bytes(), counted);
  if (!placed) {
    budget_.give_back(counted);
    return std::unexpected(placed.error());
  }
  Record& record = placed->chunk->records[placed->unit];
  record = {.bytes = bytes, .id = next_id(), .device = device, .flags = flags};
  return Allocation{.base = address_of(*placed),
                    .bytes = bytes,
                    .kind = kind_,
                    .device = device,
                    .flags = flags,
                    .id = record.id};
}

Result<Allocator::Place> Allocator::place(std::size_t bytes, std::size_t counted) {
  if (counted >= kAskSystemBytes && !arena_.has_warm(bytes, Arena::Start::kSpread) &&
      counted > available_machine_bytes() + arena_.warm_bytes()) {
    return error(Code::kOutOfMemory,
                 std::to_string(bytes) + " bytes asked for, the machine has fewer left");
  }
  auto found = bytes <= kLargestUnitBytes ? allocate_small(bytes) : allocate_large(bytes);
  // Warm pages count as memory of the device: they must go before live allocations meet the limit.
  const std::size_t left = budget_.left_bytes();
  if (found && arena_.warm_bytes() > left) arena_.trim(left);
  return found;
}

Result<Allocator::Chunk*> Allocator::add_chunk(std::size_t bytes, Arena::Start start) {
  const auto extent = arena_.allocate(bytes, start);
  if (!extent) return std::unexpected(extent.error());
  const std::size_t end = extent->first + extent->count;
  if (chunks_.size() < end) {
    chunks_.resize(end);
    first_slot_.resize(end);
  }
  for (std::size_t slot = extent->first; slot < end; ++slot) {
    first_slot_[slot] = static_cast<std::uint32_t>(extent->first);
  }
  chunks_[extent->first] = std::make_unique<Chunk>();
  Chunk* const chunk = chunks_[extent->first].get();
  chunk->extent = *extent;
  return chunk;
}

Result<Allocator::Place> Allocator::allocate_small(std::size_t bytes) {
  std::size_t index = size_class(bytes);
  if (kind_ != MemoryType::kDevice &&
      keeps_pages_apart())  // units lie side by side from a page's begin
    while (class_bytes(index) % platform::kPageBytes != 0) ++index;
  auto& partial = partial_[index];
  if (partial.empty()) {
    auto added = add_chunk(kSlotBytes, Arena::Start::kAtSlot);
    if (!added) return std::unexpected(added.error());
    Chunk* const chunk = *added;
    chunk->unit_bytes = class_bytes(index);
    const std::size_t units = kSlotBytes / chunk->unit_bytes;
    chunk->records.resize(units);
    chunk->free_units.resize(units);
    for (std::size_t unit = 0; unit < units; ++unit) {
      chunk->free_units[unit] = static_cast<std::uint32_t>(units - 1 - unit);
    }
    chunk->is_partial = true;
    partial.push_back(chunk);
  }
  Chunk* const chunk = partial.back();
  const std::size_t unit = chunk->free_units.back();
  chunk->free_units.pop_back();
  if (chunk->free_units.empty()) {
    chunk->is_partial = false;
    partial.pop_back();
  }
  return Place{chunk, unit};
}

Result<Allocator::Place> Allocator::allocate_large(std::size_t bytes) {
  auto added = add_chunk(bytes, Arena::Start::kSpread);
  if (!added) return std::unexpected(added.error());
  (*added)->records.resize(1);
  return Place{*added, 0};
}

void Allocator::free_place(Place place) {
  Chunk* const chunk = place.chunk;
  budget_.give_back(counted_bytes(chunk->records[place.unit].bytes));
  chunk->records[place.unit] = {};
  if (chunk->unit_bytes > 0) {
    auto& partial = partial_[size_class(chunk->unit_bytes)];
    chunk->free_units.push_back(static_cast<std::uint32_t>(place.unit));
    if (!chunk->is_partial) {
      chunk->is_partial = true;
      partial.push_back(chunk);
    }
    // One empty slab of a class stays, so that one allocation that comes and goes costs no system
    // call.
    if (chunk->free_units.size() < chunk->records.size() || partial.size() == 1) return;
    std::erase(partial, chunk);
  }
  const Extent extent = chunk->extent;
  const int descriptor = chunk->descriptor;
  chunks_[extent.first].reset();
  if (descriptor < 0) {
    arena_.release(extent);
    if (kind_ == MemoryType::kDevice) freed_is_accessible.store(true, std::memory_order_relaxed);
    return;
  }
  // Other processes keep the file: these addresses get new memory.
  ::close(descriptor);
  arena_.release_foreign(extent);
}

char* Allocator::address_of(Place place) const {
  return arena_.address(place.chunk->extent.first) + place.chunk->extent.offset_bytes +
         place.unit * place.chunk->unit_bytes;
}

Allocator::Place Allocator::place_of(const void* pointer) const {
  if (!owns_address(pointer)) return {};
  const std::size_t slot = (reinterpret_cast<std::uintptr_t>(pointer) - begin_) / kSlotBytes;
  if (slot >= first_slot_.size()) return {};
  Chunk* const chunk = chunks_[first_slot_[slot]].get();
  if (chunk == nullptr || slot >= chunk->extent.first + chunk->extent.count) return {};
  const std::size_t offset = static_cast<std::size_t>(static_cast<const char*>(pointer) -
                                                      arena_.address(chunk->extent.first));
  if (offset < chunk->extent.offset_bytes) return {};
  const std::size_t unit = chunk->unit_bytes > 0 ? offset / chunk->unit_bytes : 0;
  if (unit >= chunk->records.size()) return {};
  const Place place{chunk, unit};
  const auto inside =
      static_cast<std::size_t>(static_cast<const char*>(pointer) - address_of(place));
  return inside < chunk->records[unit].bytes ? place : Place{};
}

Allocator::Place Allocator::start_of(const void* pointer) const {
  const Place place = place_of(pointer);
  return place.chunk != nullptr && address_of(place) == pointer ? place : Place{};
}

std::optional<Allocation> Allocator::find(const void* pointer) const {
  const MutexLock lock(mutex_);
  const Place place = place_of(pointer);
  if (place.chunk == nullptr) return std::nullopt;
  const Record& record = place.chunk->records[place.unit];
  return Allocation{.base = address_of(place),
                    .bytes = record.bytes,
                    .kind = kind_,
                    .free_is_queued = record.free_is_queued,
                    .device = record.device,
                    .flags = record.flags,
                    .id = record.id};
}

Status Allocator::free(const void* pointer) {
  const MutexLock lock(mutex_);
  const Place place = start_of(pointer);
  if (place.chunk == nullptr)
    return error(Code::kInvalidValue, "no allocation starts at this address");
  free_place(place);
  return {};
}

Result<SharedExtent> Allocator::share(const void* pointer) {
  const MutexLock lock(mutex_);
  const Place place = place_of(pointer);
  if (place.chunk == nullptr) return error(Code::kInvalidValue, "no live allocation is here");
  Chunk& chunk = *place.chunk;
  char* const begin = arena_.address(chunk.extent.first);
  const std::size_t bytes = chunk.extent.accessible_bytes;
  if (chunk.descriptor < 0) {
    const int descriptor = above_standard(memfd_create("riffle-memory", MFD_CLOEXEC));
    if (descriptor < 0 || ftruncate(descriptor, static_cast<off_t>(bytes)) != 0 ||
        !platform::move_to_file(begin, bytes, descriptor)) {
      if (descriptor >= 0) ::close(descriptor);
      return error(Code::kOutOfMemory, "no memory that can be shared");
    }
    chunk.descriptor = descriptor;
  }
  return SharedExtent{.descriptor = chunk.descriptor,
                      .offset_bytes = static_cast<std::size_t>(address_of(place) - begin),
                      .bytes = chunk.records[place.unit].bytes,
                      .file_bytes = bytes};
}

Status Allocator::queue_free(const void* pointer) {
  const MutexLock lock(mutex_);
  const Place place = start_of(pointer);
  if (place.chunk == nullptr)
    return error(Code::kInvalidValue, "no allocation starts at this address");
  Record& record = place.chunk->records[place.unit];
  if (record.free_is_queued)
    return error(Code::kInvalidValue, "a stream frees this allocation already");
  record.free_is_queued = true;
  return {};
}

void Allocator::free_all(int device) {
  const MutexLock lock(mutex_);
  for (std::size_t slot = 0; slot < chunks_.size(); ++slot) {
    const std::size_t units = chunks_[slot] != nullptr ? chunks_[slot]->records.size() : 0;
    for (std::size_t unit = 0; unit < units && chunks_[slot] != nullptr; ++unit) {
      const Record& record = chunks_[slot]->records[unit];
      if (record.bytes > 0 && record.device == device) free_place({chunks_[slot].get(), unit});
    }
  }
}

Usage Allocator::usage() const {
  const MutexLock lock(mutex_);
  return {budget_.used_bytes(), budget_.limit_bytes(),
          arena_.warm_bytes() + budget_.pool_warm_bytes.load(std::memory_order_relaxed)};
}

void Allocator::guard_freed() {
  const MutexLock lock(mutex_);
  arena_.guard_released();
}

void Allocator::trim() {
  const MutexLock lock(mutex_);
  arena_.trim(0);
}

}  // namespace riffle::memory
