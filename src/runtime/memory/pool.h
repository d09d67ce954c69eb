// SPDX-License-Identifier: Apache-2.0
// A memory pool: stream-ordered memory that is handed out at the call.
//
// What a stream frees stays in that stream's cache and may be handed out in the same stream at once.
// Another stream gets it only when its work can no longer meet the old user's: the free is done, or
// the stream waits for it. The rules, in the order in which `allocate` tries them:
//   1. a block that was freed in the same stream;
//   2. free memory that the pool has reserved;
//   3. freed blocks whose stream has come to the free (opportunistic; known after a synchronisation);
//   4. freed blocks whose free the stream waits for already (event dependencies);
//   5. more reserved memory;
//   6. freed blocks, and the stream waits for their free (internal dependencies).
//
// Invariants
// 1. `blocks_` has every block that is not kUnused; those blocks and the heap's free runs cover the
// heap.
// 2. A block changes from kLive by a compare-and-swap: of two frees one wins.
// 3. The fast path, a hit of rule 1 and a free, takes the stream's lock only.
//
// Lock order: mutex_, then a stream's lock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "runtime/memory/allocation.h"
#include "runtime/memory/pool_heap.h"
#include "runtime/memory/pool_space.h"
#include "runtime/memory/stream_memory.h"

namespace riffle::memory {

struct PoolProperties {
  MemoryType kind = MemoryType::kDevice;
  int device = 0;             ///< whose memory; of pinned and managed memory: who made the pool
  std::size_t max_bytes = 0;  ///< 0: the device's
  bool is_shareable = false;  ///< other processes may map it
  bool is_of_graphs =
      false;  ///< all that it has reserved counts as used: graphs have it until a trim
};

/// For each device, by number: the access that a program has given.
using PoolAccess = std::array<std::atomic<std::uint8_t>, 64>;

struct PoolCounters {
  std::size_t reserved = 0;
  std::size_t reserved_high = 0;
  std::size_t used = 0;
  std::size_t used_high = 0;
};

/// Thread-safe. Type-stable: closed and opened again, never freed.
class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Errors: kOutOfMemory. Throws std::bad_alloc likewise, and is then still closed.
  Status open(const PoolProperties& properties, Budget& budget) RIFFLE_EXCLUDES(mutex_);
  /// True when it is closed now: nothing is live or pending. Memory of a pool that a program has
  /// destroyed lives on until then.
  [[nodiscard]] bool try_close() RIFFLE_EXCLUDES(mutex_);
  /// All work of its device is done and its graphs are gone: so is everything in it.
  void reset() RIFFLE_EXCLUDES(mutex_);

  /// `bytes` > 0. `wait`: what the stream must wait for before it uses the memory. Errors:
  /// kOutOfMemory.
  Result<void*> allocate(StreamMemory& stream, std::size_t bytes, engine::Moment& wait)
      RIFFLE_EXCLUDES(mutex_);
  /// `freed`: when the work is done that may use the memory. Errors: kInvalidValue (no live block
  /// starts there).
  Status free(void* pointer, StreamMemory& stream, const engine::Moment& freed)
      RIFFLE_EXCLUDES(mutex_);
  /// The same when all work is done already.
  Status free_now(void* pointer) RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] std::optional<Allocation> find(const void* pointer, bool also_dormant = false)
      RIFFLE_EXCLUDES(mutex_);

  // --- For graphs: blocks whose address stays, and whose memory comes and goes ---
  Result<void*> reserve_for_graph(std::size_t bytes) RIFFLE_EXCLUDES(mutex_);
  /// Errors: kInvalidValue (not dormant), kOutOfMemory.
  Status wake(void* pointer) RIFFLE_EXCLUDES(mutex_);
  /// `freed`: when the work is done that may use the memory. Errors: kInvalidValue (not live).
  Status put_to_sleep(void* pointer, const engine::Moment& freed) RIFFLE_EXCLUDES(mutex_);
  /// The graph is gone. A live block becomes an ordinary one.
  void forget(void* pointer) RIFFLE_EXCLUDES(mutex_);

  /// A host has waited for work of the device: frees that are done become known, and reserve over
  /// the release threshold goes.
  void synchronised() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] bool is_dirty() const { return is_dirty_.load(std::memory_order_relaxed); }
  void trim(std::size_t keep_bytes) RIFFLE_EXCLUDES(mutex_);
  /// Memory is short elsewhere: gives back all that is not in use.
  void make_room() RIFFLE_EXCLUDES(mutex_);

  [[nodiscard]] PoolCounters counters() RIFFLE_EXCLUDES(mutex_);
  void reset_reserved_high() RIFFLE_EXCLUDES(mutex_);
  void reset_used_high() RIFFLE_EXCLUDES(mutex_);

  [[nodiscard]] const PoolProperties& properties() const { return properties_; }
  /// The file behind a shareable pool, and its region.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] char* base() const { return region_.base; }

  // Settings; each is one independent value.
  std::atomic<bool> follows_events{true};
  std::atomic<bool> is_opportunistic{true};
  std::atomic<bool> adds_dependencies{true};
  std::atomic<std::uint64_t> release_threshold{0};
  PoolAccess access{};

  // --- For StreamMemory ---
  void attach(StreamCache& cache) RIFFLE_EXCLUDES(mutex_);
  /// Its blocks stay with the pool.
  void detach(StreamCache& cache) RIFFLE_EXCLUDES(mutex_);
  /// A freed block of a stream that has no memory for a cache.
  void put_orphan(PoolBlock* block);

 private:
  using Starts = std::atomic<PoolBlock*>;  // an array: block by its first unit in a chunk
  static constexpr std::size_t kMostChunkBytes = std::size_t{32} << 20;

  Result<PoolBlock*> allocate_slowly(StreamMemory& stream, std::size_t capacity,
                                     engine::Moment& wait) RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] PoolBlock* take_pending(StreamMemory& stream, std::size_t capacity,
                                        bool only_waited, engine::Moment& wait)
      RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] PoolBlock* split(PoolBlock* block, std::size_t capacity, StreamCache& cache)
      RIFFLE_REQUIRES(mutex_);
  void sweep() RIFFLE_REQUIRES(mutex_);
  PoolBlock* take_block(std::size_t offset, std::size_t capacity) RIFFLE_REQUIRES(mutex_);
  PoolBlock* make_block(std::size_t offset, std::size_t capacity) RIFFLE_REQUIRES(mutex_);
  void dissolve(PoolBlock* block) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] PoolBlock* block_at(const void* pointer) const;
  void count_used(std::size_t bytes);
  void note_used(std::size_t used);
  void note_reserved() RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] std::size_t most_bytes() const;
  /// Where the block that starts at `offset` is kept; null when none ever started in that chunk.
  [[nodiscard]] Starts* start_of(std::size_t offset) const;
  [[nodiscard]] Starts* make_start(std::size_t offset) RIFFLE_REQUIRES(mutex_);
  void close() RIFFLE_REQUIRES(mutex_);

  PoolProperties properties_;  // constant while open, as are the next three
  PoolRegion region_;
  std::size_t chunk_bytes_ = 0;
  int descriptor_ = -1;

  std::atomic<std::size_t> used_{0};
  std::atomic<std::size_t> used_high_{0};
  std::atomic<bool> is_dirty_{false};  ///< something was freed since the last sweep that found all

  Mutex mutex_;
  std::optional<PoolHeap> heap_ RIFFLE_GUARDED_BY(mutex_);
  std::size_t reserved_high_ RIFFLE_GUARDED_BY(mutex_) = 0;
  std::map<std::size_t, PoolBlock*> blocks_ RIFFLE_GUARDED_BY(mutex_);  ///< by offset
  std::vector<StreamCache*> caches_ RIFFLE_GUARDED_BY(mutex_);
  PoolBlock* unused_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  std::size_t graph_blocks_ RIFFLE_GUARDED_BY(mutex_) = 0;
  /// Dormant, but work that uses them is still to run. Has room for all blocks of graphs.
  std::vector<PoolBlock*> drowsy_ RIFFLE_GUARDED_BY(mutex_);
  engine::Spinlock orphans_lock_;
  StreamCache orphans_;  ///< freed in streams that have ended; always one of caches_

  // Per chunk, made when it is first used, kept for the pool's next life. Release when made.
  std::atomic<std::atomic<Starts*>*> starts_{nullptr};
};

}  // namespace riffle::memory
