// SPDX-License-Identifier: Apache-2.0
// Allocates from one arena: device memory of one device, pinned memory or managed memory.
//
// Up to half a mebibyte an allocation is a unit of a slab (one slot cut into units of one size);
// above, it has slots of its own, which fault after it was freed.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "runtime/memory/allocation.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/budget.h"

namespace riffle::memory {

inline constexpr std::size_t kAlignment = 512;

/// Bytes that allocations count for, and how many there may be.
struct Usage {
  std::size_t used_bytes = 0;
  std::size_t limit_bytes = 0;
  std::size_t warm_bytes = 0;  ///< pages that are kept for reuse
};

/// Set when device memory was freed, until `guard_freed` took the access to it away.
extern std::atomic<bool> freed_is_accessible;

/// Where an allocation lies in a file that other processes can map.
struct SharedExtent {
  int descriptor = -1;  ///< the allocator's
  std::size_t offset_bytes = 0;
  std::size_t bytes = 0;       ///< of the allocation
  std::size_t file_bytes = 0;  ///< of the file, which may hold other allocations too
};

/// Thread-safe.
class Allocator {
 public:
  Allocator(MemoryType kind, std::size_t limit_bytes);

  /// `bytes` > 0. Errors: kOutOfMemory (over the limit, or the machine has no more).
  Result<Allocation> allocate(std::size_t bytes, int device, unsigned flags);

  /// The live allocation that contains `pointer`.
  [[nodiscard]] std::optional<Allocation> find(const void* pointer) const;
  /// Frees the allocation that starts at `pointer`. Errors: kInvalidValue when there is none.
  Status free(const void* pointer);
  /// Moves the memory of the allocation that contains `pointer` into a file, if it is not in one
  /// yet; running work goes on. Errors: kInvalidValue (no live allocation), kOutOfMemory.
  Result<SharedExtent> share(const void* pointer);
  /// Marks the allocation that starts at `pointer` as being freed by a stream; a second one is
  /// refused.
  Status queue_free(const void* pointer);
  /// Frees everything that `device` has allocated.
  void free_all(int device);

  [[nodiscard]] bool owns_address(const void* pointer) const {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    return address >= begin_ && address < end_;
  }
  [[nodiscard]] Usage usage() const;
  /// Shared with the pools of the same memory.
  [[nodiscard]] Budget& budget() { return budget_; }
  /// Gives all pages back that are kept for reuse.
  void trim();
  /// Takes away the access to device memory that was freed: until then it is not asked of the
  /// system, because the next allocation may want the same pages.
  void guard_freed();

 private:
  struct Record {
    std::size_t bytes = 0;  ///< 0: free
    std::uint64_t id = 0;
    int device = 0;
    unsigned flags = 0;
    bool free_is_queued = false;
  };
  // One extent of the arena: a slab of units, or a single large allocation (unit_bytes 0).
  struct Chunk {
    Extent extent;
    std::size_t unit_bytes = 0;
    std::vector<Record> records;
    std::vector<std::uint32_t> free_units;
    bool is_partial = false;  ///< listed in partial_
    int descriptor = -1;      ///< of the file behind it, once it was shared
  };
  struct Place {
    Chunk* chunk = nullptr;
    std::size_t unit = 0;
  };
  static constexpr std::size_t kClasses = 48;

  Result<Place> place(std::size_t bytes, std::size_t counted) RIFFLE_REQUIRES(mutex_);
  Result<Place> allocate_small(std::size_t bytes) RIFFLE_REQUIRES(mutex_);
  Result<Place> allocate_large(std::size_t bytes) RIFFLE_REQUIRES(mutex_);
  Result<Chunk*> add_chunk(std::size_t bytes, Arena::Start start) RIFFLE_REQUIRES(mutex_);
  void free_place(Place place) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] Place place_of(const void* pointer) const RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] char* address_of(Place place) const RIFFLE_REQUIRES(mutex_);
  /// The place whose allocation starts at `pointer`; chunk is null when there is none.
  [[nodiscard]] Place start_of(const void* pointer) const RIFFLE_REQUIRES(mutex_);

  const MemoryType kind_;
  Budget budget_;
  std::uintptr_t begin_ = 0;
  std::uintptr_t end_ = 0;

  mutable Mutex mutex_;
  Arena arena_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Chunk>> chunks_ RIFFLE_GUARDED_BY(mutex_);  ///< by first slot
  std::vector<std::uint32_t> first_slot_
      RIFFLE_GUARDED_BY(mutex_);  ///< slot -> first slot of its chunk
  std::array<std::vector<Chunk*>, kClasses> partial_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::memory
