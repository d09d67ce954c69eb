// SPDX-License-Identifier: Apache-2.0
// What a stream knows for its stream-ordered memory: blocks that were freed in it and may be handed
// out in it again at once, and what it has waited for.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/engine/engine.h"
#include "runtime/engine/spinlock.h"
#include "runtime/memory/size_class.h"

namespace riffle::memory {

class Pool;

/// A run of a pool's addresses that is or was handed out. Never freed: an object is used again.
struct PoolBlock {
  enum class State : std::uint8_t {
    kUnused,   ///< no run of addresses
    kLive,     ///< handed out
    kFreed,    ///< in a stream's cache
    kDormant,  ///< of a graph whose launch has not come to it, or has left it
  };
  std::atomic<State> state{State::kUnused};
  bool is_of_graph = false;
  std::atomic<std::size_t> offset{0};  ///< in the pool; changes while kUnused only
  std::size_t capacity = 0;
  std::atomic<std::size_t> bytes{0};    ///< as asked for
  std::atomic<std::uint32_t> lives{0};  ///< how often it was handed out
  std::uint64_t number = 0;             ///< of this object, in all pools
  engine::Moment freed;                 ///< when the free is done
  PoolBlock* next = nullptr;            ///< in a bin, or in the list of unused ones
};

/// The freed blocks of one stream and one pool, by size.
struct StreamCache {
  static constexpr std::size_t kBins = 160;
  Pool* pool = nullptr;
  engine::Spinlock* lock = nullptr;  ///< the stream's; a pool takes it after its own mutex
  std::array<PoolBlock*, kBins> bins{};

  /// The first of the newest blocks of the bin that is large enough, taken out.
  PoolBlock* take(std::size_t bytes) {
    PoolBlock** link = &bins[size_class(bytes)];
    for (int looked = 0; *link != nullptr && looked < 4; ++looked, link = &(*link)->next) {
      PoolBlock* const block = *link;
      if (block->capacity < bytes) continue;
      *link = block->next;
      return block;
    }
    return nullptr;
  }
  void put(PoolBlock* block) {
    PoolBlock*& bin = bins[bin_of(*block)];
    block->next = bin;
    bin = block;
  }
  [[nodiscard]] static std::size_t bin_of(const PoolBlock& block) {
    return size_class(block.capacity);
  }
};

/// One per stream, beside it. Thread-safe.
class StreamMemory {
 public:
  StreamMemory() = default;
  /// Its freed blocks go to their pools, with the moment from which others may have them.
  ~StreamMemory();
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;

  /// A freed block of the pool that is large enough, or null.
  [[nodiscard]] PoolBlock* take(const Pool& pool, std::size_t bytes) {
    const engine::SpinlockHolder lock(lock_);
    StreamCache* const cache = find(pool);
    return cache != nullptr ? cache->take(bytes) : nullptr;
  }
  void put(Pool& pool, PoolBlock* block);

  [[nodiscard]] bool owns(const StreamCache& cache) const { return cache.lock == &lock_; }

  /// The stream waits for `moment` before whatever comes next.
  void note_wait(const engine::Moment& moment);

  /// The newest moments that a stream waited for, one per timeline.
  struct Waits {
    std::array<engine::Moment, 16> moments{};
    [[nodiscard]] bool cover(const engine::Moment& moment) const {
      for (const engine::Moment& known : moments) {
        if (known.timeline == moment.timeline && known.ticket >= moment.ticket) return true;
      }
      return false;
    }
  };
  [[nodiscard]] Waits waits() {
    const engine::SpinlockHolder lock(lock_);
    return waits_;
  }

 private:
  /// Null when out of memory.
  [[nodiscard]] StreamCache* make_cache(Pool& pool) RIFFLE_EXCLUDES(lock_);
  [[nodiscard]] StreamCache* find(const Pool& pool) RIFFLE_REQUIRES(lock_) {
    if (newest_ != nullptr && newest_->pool == &pool) return newest_;
    for (StreamCache* const cache : caches_) {
      if (cache->pool == &pool) return newest_ = cache;
    }
    return nullptr;
  }

  engine::Spinlock lock_;
  StreamCache* newest_ RIFFLE_GUARDED_BY(lock_) = nullptr;
  std::vector<StreamCache*> caches_ RIFFLE_GUARDED_BY(lock_);
  Waits waits_ RIFFLE_GUARDED_BY(lock_);
  std::size_t next_wait_ RIFFLE_GUARDED_BY(lock_) = 0;
};

}  // namespace riffle::memory
