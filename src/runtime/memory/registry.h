// SPDX-License-Identifier: Apache-2.0
// From a pointer to what it points to: every allocation of the process, whoever made it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "base/mutex.h"
#include "base/status.h"
#include "runtime/memory/allocator.h"
#include "runtime/memory/copy_run.h"

namespace riffle::memory {

/// Thread-safe. One per process (`registry()`); tests make their own.
class Registry {
 public:
  static constexpr int kMaxDevices = 64;

  /// Each device may allocate `device_limit_bytes`; pinned and managed memory `host_limit_bytes`
  /// each.
  Registry(std::size_t device_limit_bytes, std::size_t host_limit_bytes);
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// `kind` is kDevice, kPinned or kManaged. Errors: kOutOfMemory.
  Result<Allocation> allocate(MemoryType kind, std::size_t bytes, int device, unsigned flags = 0);

  /// The allocation that contains `pointer`; nothing for pageable memory.
  [[nodiscard]] std::optional<Allocation> find(const void* pointer) const;
  /// The same for work of graphs: also memory that a graph has when it runs.
  [[nodiscard]] std::optional<Allocation> find_for_graph(const void* pointer) const;
  /// Whether the address belongs to memory that only this registry hands out: not found there means
  /// freed.
  [[nodiscard]] bool is_own_address(const void* pointer) const;

  /// Frees what `allocate` gave. Errors: kInvalidValue (no allocation starts there).
  Status free(const void* pointer);
  Status queue_free(const void* pointer);
  /// For other processes, device memory of `allocate` only. Errors: kInvalidValue, kOutOfMemory.
  Result<SharedExtent> share(const void* pointer);

  /// Makes the program's own memory pinned. Errors: kHostMemoryAlreadyRegistered (overlaps a
  /// registered range), kInvalidValue (size 0, null, or memory that is ours).
  Status add_registered(void* base, std::size_t bytes, int device, unsigned flags);
  /// Errors: kHostMemoryNotRegistered; kInvalidValue (inside a range but not its start, or ours).
  Status remove_registered(void* base);

  /// Variables of device code, placed by the module loader.
  void add_variable(void* base, std::size_t bytes, int device,
                    MemoryType kind = MemoryType::kDevice);
  void remove_variable(void* base) { remove_foreign(base); }

  /// Memory of another process that is mapped here.
  void add_imported(void* base, std::size_t bytes, int device);
  void remove_foreign(void* base);

  /// Everything `device` has allocated or registered, but what lives in memory pools (its variables
  /// stay: modules remove theirs).
  void free_all(int device);
  [[nodiscard]] Usage device_usage(int device);
  /// What allocations of this kind count against. `kind` as for `allocate`.
  [[nodiscard]] Budget& budget(MemoryType kind, int device) {
    return allocator(kind, device).budget();
  }
  void guard_freed();
  /// Gives back the pages that are kept for reuse.
  void trim(MemoryType kind, int device) { allocator(kind, device).trim(); }

 private:
  Allocator* allocator_of(const void* pointer) const;
  Allocator& device_allocator(int device);
  Allocator& allocator(MemoryType kind, int device);
  std::optional<Allocation> find_foreign(const void* pointer) const;
  void add_foreign(const Allocation& range);

  const std::size_t device_limit_bytes_;
  Allocator pinned_;
  Allocator managed_;

  // Set once under mutex_ (release), read without it (acquire).
  std::array<std::atomic<Allocator*>, kMaxDevices> devices_{};
  std::atomic<int> device_end_{0};  ///< devices from here on have no allocator

  mutable Mutex mutex_;
  std::map<std::uintptr_t, Allocation> foreign_
      RIFFLE_GUARDED_BY(mutex_);          ///< registered, variables; by end
  std::atomic<bool> has_foreign_{false};  ///< stays true: spares programs without any the lock
};

void guard_all_freed();
/// Before a kernel is launched, or a graph: what was freed faults from now on.
inline void before_launch() {
  if (freed_is_accessible.load(std::memory_order_relaxed)) [[unlikely]]
    guard_all_freed();
  copy_run.end();
}

/// Memory of the process's registry is short: everything that is kept for reuse goes.
void make_room(MemoryType kind, int device);

/// The process's registry, sized after the machine, RIFFLE_MEMORY and RIFFLE_DEVICES; never
/// destroyed.
Registry& registry();

}  // namespace riffle::memory
