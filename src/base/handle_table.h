// SPDX-License-Identifier: Apache-2.0
// Handles for the C boundary: values that look like pointers to a program and are never
// dereferenced.
//
// A handle is magic (8 bits), kind (8), generation (24), index (24). The magic makes it a
// non-canonical address, so it is no valid pointer, no small integer (the special streams are 0, 1,
// 2), and a program that dereferences one stops at once. A freed, foreign, forged or wrong-kind
// handle finds null.
//
// Invariants:
// 1. An entry's `handle` is 0 while the entry is free; it is written only under `mutex_`.
// 2. `object` is stored before `handle` (release); a reader checks `handle` again after it read
// `object`,
//    so it never pairs a handle with the object of another generation.
// 3. Segments are never freed or moved: a table lives as long as the process. A slot whose
// generations are used up is never reused.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "base/mutex.h"

namespace riffle {

template <class T>
class HandleTable {
 public:
  using Handle = std::uintptr_t;

  /// `kind`: 1 to 255, another one for each table.
  explicit constexpr HandleTable(std::uint8_t kind)
      : prefix_(Handle{kMagic} << 56 | Handle{kind} << 48) {}
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  /// The object of a live handle, null for every other value. Lock-free.
  [[nodiscard]] T* find(Handle handle) const {
    const Entry* const entry = entry_of(handle);
    if (entry == nullptr) return nullptr;
    if (entry->handle.load(std::memory_order_acquire) != handle) return nullptr;
    T* const object = entry->object.load(std::memory_order_acquire);
    if (entry->handle.load(std::memory_order_relaxed) != handle) return nullptr;
    return object;
  }
  [[nodiscard]] T* find(const void* handle) const { return find(reinterpret_cast<Handle>(handle)); }

  /// A new handle, or 0 when out of memory or when 16 Mi handles are alive.
  [[nodiscard]] Handle insert(T* object) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    std::uint32_t index = first_free_;
    if (index != kNone) {
      first_free_ = entry_at(index)->next_free;
    } else {
      index = used_;
      if (index == kMaximum) return 0;
      std::atomic<Entry*>& segment = segments_[index / kSegmentEntries];
      if (segment.load(std::memory_order_relaxed) == nullptr) {
        Entry* const fresh = new (std::nothrow) Entry[kSegmentEntries];
        if (fresh == nullptr) return 0;
        segment.store(fresh, std::memory_order_release);
      }
      ++used_;
    }
    Entry& entry = *entry_at(index);
    ++entry.generation;
    const Handle handle = prefix_ | Handle{entry.generation} << kIndexBits | index;
    entry.object.store(object, std::memory_order_release);
    entry.handle.store(handle, std::memory_order_release);
    ++live_;
    return handle;
  }

  /// Ends the handle and returns its object; null if it was not alive. Of two racing callers one
  /// wins.
  T* remove(Handle handle) RIFFLE_EXCLUDES(mutex_) {
    Entry* const entry = entry_of(handle);
    if (entry == nullptr) return nullptr;
    const MutexLock lock(mutex_);
    if (entry->handle.load(std::memory_order_relaxed) != handle) return nullptr;
    T* const object = entry->object.load(std::memory_order_relaxed);
    entry->handle.store(0, std::memory_order_release);
    --live_;
    if (entry->generation != kLastGeneration) {
      entry->next_free = first_free_;
      first_free_ = static_cast<std::uint32_t>(handle & (kMaximum - 1));
    }
    return object;
  }
  T* remove(const void* handle) { return remove(reinterpret_cast<Handle>(handle)); }

  /// Calls `visit(handle, object)` for every live handle; `visit` must not touch this table.
  template <class Visit>
  void for_each(Visit&& visit) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    for (std::uint32_t index = 0; index < used_; ++index) {
      const Entry& entry = *entry_at(index);
      const Handle handle = entry.handle.load(std::memory_order_relaxed);
      if (handle != 0) visit(handle, entry.object.load(std::memory_order_relaxed));
    }
  }

  [[nodiscard]] std::size_t size() const RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return live_;
  }

 private:
  struct Entry {
    std::atomic<Handle> handle{0};
    std::atomic<T*> object{nullptr};
    std::uint32_t generation = 0;  // under mutex_
    std::uint32_t next_free = kNone;
  };

  static constexpr std::uint64_t kMagic = 0x52;  // bits 62..47 differ: never a canonical address
  static constexpr unsigned kIndexBits = 24;
  static constexpr std::uint32_t kMaximum = 1u << kIndexBits;
  static constexpr std::uint32_t kLastGeneration = (1u << 24) - 1;
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint32_t kSegmentEntries = 4096;

  [[nodiscard]] Entry* entry_at(std::uint32_t index) const {
    return segments_[index / kSegmentEntries].load(std::memory_order_acquire) +
           index % kSegmentEntries;
  }
  [[nodiscard]] Entry* entry_of(Handle handle) const {
    if ((handle ^ prefix_) >> 48 != 0) return nullptr;
    const auto index = static_cast<std::uint32_t>(handle & (kMaximum - 1));
    Entry* const segment = segments_[index / kSegmentEntries].load(std::memory_order_acquire);
    return segment == nullptr ? nullptr : segment + index % kSegmentEntries;
  }

  const Handle prefix_;
  std::array<std::atomic<Entry*>, kMaximum / kSegmentEntries> segments_{};  // released by insert

  mutable Mutex mutex_;
  std::uint32_t first_free_ RIFFLE_GUARDED_BY(mutex_) = kNone;
  std::uint32_t used_ RIFFLE_GUARDED_BY(mutex_) = 0;
  std::size_t live_ RIFFLE_GUARDED_BY(mutex_) = 0;
};

}  // namespace riffle
