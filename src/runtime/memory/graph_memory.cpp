// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/graph_memory.h"

#include <array>
#include <atomic>
#include <limits>

#include "base/mutex.h"
#include "runtime/memory/pools.h"
#include "runtime/memory/registry.h"

namespace riffle::memory {
namespace {

struct GraphPools {
  std::array<std::atomic<Pool*>, Registry::kMaxDevices> all{};  // release when made
  Mutex mutex;
};

GraphPools& graph_pools() {
  static GraphPools* const instance = new GraphPools;  // as long as the process
  return *instance;
}

Pool* made_pool(int device) {
  return graph_pools().all[static_cast<std::size_t>(device)].load(std::memory_order_acquire);
}

Result<Pool*> pool_of(int device) {
  if (Pool* const made = made_pool(device)) return made;
  const MutexLock lock(graph_pools().mutex);
  if (Pool* const made = made_pool(device)) return made;
  auto made = create_pool({.kind = MemoryType::kDevice, .device = device, .is_of_graphs = true});
  if (!made) return made;
  // Graphs that are launched again want their memory where it was: only a trim takes it.
  (*made)->release_threshold = std::numeric_limits<std::uint64_t>::max();
  graph_pools().all[static_cast<std::size_t>(device)].store(*made, std::memory_order_release);
  return made;
}

}  // namespace

Result<void*> reserve_graph_memory(int device, std::size_t bytes) {
  const auto pool = pool_of(device);
  if (!pool) return std::unexpected(pool.error());
  return (*pool)->reserve_for_graph(bytes);
}

Status allocate_graph_memory(void* pointer) {
  Pool* const pool = pool_at(pointer);
  if (pool == nullptr) return error(Code::kInvalidValue, "not memory of a graph");
  Status woken = pool->wake(pointer);
  if (woken || woken.error().code != Code::kOutOfMemory) return woken;
  make_room(pool->properties().kind, pool->properties().device);
  return pool->wake(pointer);
}

Status free_graph_memory(void* pointer, const engine::Moment& freed) {
  Pool* const pool = pool_at(pointer);
  if (pool == nullptr) return error(Code::kInvalidValue, "not memory of a graph or a pool");
  return pool->put_to_sleep(pointer, freed);
}

void forget_graph_memory(void* pointer) {
  if (Pool* const pool = pool_at(pointer)) pool->forget(pointer);
}

void forget_all_graph_memory(int device) {
  if (Pool* const pool = made_pool(device)) pool->reset();
}

void trim_graph_memory(int device) {
  if (Pool* const pool = made_pool(device)) pool->trim(0);
}

PoolCounters graph_memory_counters(int device) {
  Pool* const pool = made_pool(device);
  return pool != nullptr ? pool->counters() : PoolCounters{};
}

void reset_graph_used_high(int device) {
  if (Pool* const pool = made_pool(device)) pool->reset_used_high();
}

void reset_graph_reserved_high(int device) {
  if (Pool* const pool = made_pool(device)) pool->reset_reserved_high();
}

}  // namespace riffle::memory
