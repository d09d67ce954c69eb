// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/pools.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/mutex.h"
#include "runtime/memory/registry.h"

namespace riffle::memory {

std::atomic<bool> pools_are_dirty{false};

namespace {

// A default and a current pool each. Pinned and managed memory have one for the host.
struct Place {
  std::atomic<Pool*> standard{nullptr};  // release when made
  std::atomic<Pool*> current{nullptr};
};

// As long as the process.
struct Pools {
  std::array<Place, Registry::kMaxDevices> devices;
  Place pinned;
  Place managed;

  Mutex mutex;
  std::vector<Pool*> open RIFFLE_GUARDED_BY(mutex);
  std::vector<Pool*> destroyed RIFFLE_GUARDED_BY(mutex);  ///< open too: something in them lives
  std::vector<Pool*> closed RIFFLE_GUARDED_BY(mutex);     ///< for the next one

  Place& place(MemoryType kind, int device) {
    if (kind == MemoryType::kDevice) return devices[static_cast<std::size_t>(device)];
    return kind == MemoryType::kPinned ? pinned : managed;
  }

  Result<Pool*> make(const PoolProperties& properties) RIFFLE_REQUIRES(mutex) {
    // So that destroying and closing never fail.
    const std::size_t pools = closed.size() + open.size() + 1;
    for (auto* const list : {&open, &destroyed, &closed}) list->reserve(pools);
    if (closed.empty()) closed.push_back(new Pool);
    Pool* const pool = closed.back();
    Status opened = pool->open(properties, registry().budget(properties.kind, properties.device));
    if (!opened) return std::unexpected(opened.error());
    closed.pop_back();
    open.push_back(pool);
    return pool;
  }

  // Destroyed pools whose last memory has come back.
  void bury() RIFFLE_REQUIRES(mutex) {
    std::erase_if(destroyed, [this](Pool* pool) RIFFLE_REQUIRES(mutex) {
      if (!pool->try_close()) return false;
      std::erase(open, pool);
      closed.push_back(pool);
      return true;
    });
  }
};

Pools& pools() {
  static Pools* const instance = new Pools;
  return *instance;
}

}  // namespace

Result<Pool*> default_pool(MemoryType kind, int device) {
  Place& place = pools().place(kind, device);
  if (Pool* const made = place.standard.load(std::memory_order_acquire)) return made;
  const MutexLock lock(pools().mutex);
  if (Pool* const made = place.standard.load(std::memory_order_relaxed)) return made;
  auto made = pools().make({.kind = kind, .device = device});
  if (made) place.standard.store(*made, std::memory_order_release);
  return made;
}

std::atomic<Pool*>& current_pool(MemoryType kind, int device) {
  return pools().place(kind, device).current;
}

Result<Pool*> current_or_default_pool(MemoryType kind, int device) {
  if (Pool* const pool = current_pool(kind, device).load(std::memory_order_acquire)) return pool;
  return default_pool(kind, device);
}

Result<Pool*> create_pool(const PoolProperties& properties) {
  const MutexLock lock(pools().mutex);
  pools().bury();
  return pools().make(properties);
}

void destroy_pool(Pool& pool) {
  const MutexLock lock(pools().mutex);
  const auto leave = [&pool](Place& place) {
    Pool* expected = &pool;
    place.current.compare_exchange_strong(expected, nullptr);
  };
  for (Place& place : pools().devices) leave(place);
  leave(pools().pinned);
  leave(pools().managed);
  pools().destroyed.push_back(&pool);
  pools().bury();
  if (!pools().destroyed.empty()) pools_are_dirty.store(true, std::memory_order_relaxed);
}

void look_at_pools() {
  const MutexLock lock(pools().mutex);
  pools_are_dirty.store(false, std::memory_order_relaxed);
  bool is_dirty = false;
  for (Pool* const pool : pools().open) {
    if (!pool->is_dirty()) continue;
    pool->synchronised();
    is_dirty = is_dirty || pool->is_dirty();
  }
  pools().bury();
  if (is_dirty || !pools().destroyed.empty())
    pools_are_dirty.store(true, std::memory_order_relaxed);
}

void make_room_in_pools(MemoryType kind, int device) {
  const MutexLock lock(pools().mutex);
  for (Pool* const pool : pools().open) {
    if (pool->properties().kind == kind &&
        (kind != MemoryType::kDevice || pool->properties().device == device))
      pool->make_room();
  }
}

}  // namespace riffle::memory
