// SPDX-License-Identifier: Apache-2.0
// All memory pools of the process: the default and the current ones, those that a program made, and
// those of graphs.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/status.h"
#include "runtime/memory/pool.h"

namespace riffle::memory {

/// The pool that a device's (or the host's) memory comes from unless a program says otherwise; made
/// at the first call. `kind` kDevice, kPinned or kManaged. Errors: kOutOfMemory.
Result<Pool*> default_pool(MemoryType kind, int device);
/// What cudaMallocAsync uses. Null: the default one.
[[nodiscard]] std::atomic<Pool*>& current_pool(MemoryType kind, int device);
/// Errors: kOutOfMemory.
Result<Pool*> current_or_default_pool(MemoryType kind, int device);

/// Errors: kOutOfMemory.
Result<Pool*> create_pool(const PoolProperties& properties);
/// The caller has made sure that it is no default pool, and ended its handle. What is live in it
/// lives on.
void destroy_pool(Pool& pool);

/// Set when anything was freed into a pool, until a synchronisation has looked.
extern std::atomic<bool> pools_are_dirty;
void look_at_pools();
/// A host has waited for a stream, an event or a device.
inline void pools_synchronised() {
  if (pools_are_dirty.load(std::memory_order_relaxed)) look_at_pools();
}

/// Memory is short: pools of this kind give back what they do not use.
void make_room_in_pools(MemoryType kind, int device);

}  // namespace riffle::memory
