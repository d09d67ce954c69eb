// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/pool.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <string>

#include "platform/pages.h"
#include "runtime/engine/schedule.h"
#include "runtime/memory/pools.h"
#include "runtime/memory/red_zone.h"

namespace riffle::memory {
namespace {

using State = PoolBlock::State;

constexpr std::size_t kUnit = kSmallestUnitBytes;

std::size_t rounded(std::size_t bytes) { return platform::round_up(bytes, kUnit); }

std::uint64_t next_block_number() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

// --- Blocks ---

Pool::Starts* Pool::start_of(std::size_t offset) const {
  const auto* const chunks = starts_.load(std::memory_order_acquire);
  Starts* const starts = chunks[offset / chunk_bytes_].load(std::memory_order_acquire);
  return starts == nullptr ? nullptr : starts + offset % chunk_bytes_ / kUnit;
}

Pool::Starts* Pool::make_start(std::size_t offset) {
  if (Starts* const start = start_of(offset)) return start;
  // For the largest chunk, whatever this life's: the table stays for the next.
  auto* const made = static_cast<Starts*>(std::calloc(kMostChunkBytes / kUnit, sizeof(Starts)));
  if (made == nullptr) throw std::bad_alloc();
  starts_.load(std::memory_order_relaxed)[offset / chunk_bytes_].store(made,
                                                                       std::memory_order_release);
  return start_of(offset);
}

PoolBlock* Pool::make_block(std::size_t offset, std::size_t capacity) {
  Starts* const start = make_start(offset);
  if (unused_ == nullptr) {
    unused_ = new PoolBlock;
    unused_->number = next_block_number();
  }
  PoolBlock* const block = unused_;
  blocks_.emplace(offset, block);
  unused_ = block->next;
  block->next = nullptr;
  block->offset.store(offset, std::memory_order_relaxed);
  block->capacity = capacity;
  block->is_of_graph = false;
  block->freed = {};
  block->state.store(State::kFreed, std::memory_order_relaxed);
  start->store(block, std::memory_order_release);
  return block;
}

// Of a run that was just taken from the heap.
PoolBlock* Pool::take_block(std::size_t offset, std::size_t capacity) {
  try {
    return make_block(offset, capacity);
  } catch (...) {
    heap_->give(offset, capacity);
    throw;
  }
}

void Pool::dissolve(PoolBlock* block) {
  const std::size_t offset = block->offset.load(std::memory_order_relaxed);
  start_of(offset)->store(nullptr, std::memory_order_relaxed);
  block->state.store(State::kUnused, std::memory_order_relaxed);
  blocks_.erase(offset);
  heap_->give(offset, block->capacity);
  block->next = unused_;
  unused_ = block;
}

PoolBlock* Pool::block_at(const void* pointer) const {
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - region_.base);
  if (offset % kUnit != 0 || offset >= region_.bytes) return nullptr;
  const Starts* const start = start_of(offset);
  PoolBlock* const block = start == nullptr ? nullptr : start->load(std::memory_order_acquire);
  return block != nullptr && block->offset.load(std::memory_order_relaxed) == offset ? block
                                                                                     : nullptr;
}

// Of one block two: the front, taken out of the cache, and the rest, which stays there.
PoolBlock* Pool::split(PoolBlock* block, std::size_t capacity, StreamCache& cache) {
  const std::size_t rest = block->capacity - capacity;
  if (rest < kUnit) return block;
  try {
    heap_->expect_another_piece();
    PoolBlock* const tail =
        make_block(block->offset.load(std::memory_order_relaxed) + capacity, rest);
    tail->freed = block->freed;
    block->capacity = capacity;
    cache.put(tail);
  } catch (const std::bad_alloc&) {  // then it is larger than asked for
  }
  return block;
}

// --- Allocation ---

std::size_t Pool::most_bytes() const {
  if (properties_.max_bytes == 0) return std::numeric_limits<std::size_t>::max();
  return platform::round_up(properties_.max_bytes, chunk_bytes_);
}

void Pool::count_used(std::size_t bytes) {
  note_used(used_.fetch_add(bytes, std::memory_order_relaxed) + bytes);
}

void Pool::note_used(std::size_t used) {
  std::size_t high = used_high_.load(std::memory_order_relaxed);
  while (used > high && !used_high_.compare_exchange_weak(high, used, std::memory_order_relaxed)) {
  }
}

void Pool::note_reserved() {
  reserved_high_ = std::max(reserved_high_, heap_->reserved_bytes());
  if (properties_.is_of_graphs) note_used(heap_->reserved_bytes());
}

Result<void*> Pool::allocate(StreamMemory& stream, std::size_t bytes, engine::Moment& wait) {
  wait = {};
  if (bytes > region_.bytes) return error(Code::kOutOfMemory, "larger than the pool can be");
  const std::size_t room = bytes + red_zone_bytes();
  PoolBlock* block = nullptr;
  if (engine::takes_other_memory()) [[unlikely]] {  // what any stream has freed, or nobody had
    const MutexLock lock(mutex_);
    if (heap_) sweep();
    const auto present = heap_ ? heap_->take_present(rounded(room)) : std::nullopt;
    if (present) block = take_block(*present, rounded(room));
  }
  if (block == nullptr) block = stream.take(*this, room);
  if (block == nullptr) {
    auto slow = allocate_slowly(stream, rounded(room), wait);
    if (!slow) return std::unexpected(slow.error());
    block = *slow;
  }
  block->bytes.store(bytes, std::memory_order_relaxed);
  block->lives.store(block->lives.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  void* const pointer = region_.base + block->offset.load(std::memory_order_relaxed);
  block->state.store(State::kLive, std::memory_order_release);
  count_used(bytes);
  return pointer;
}

Result<PoolBlock*> Pool::allocate_slowly(StreamMemory& stream, std::size_t capacity,
                                         engine::Moment& wait) {
  const MutexLock lock(mutex_);
  if (PoolBlock* const waited = take_pending(stream, capacity, true, wait)) return waited;
  if (const auto present = heap_->take_present(capacity)) return take_block(*present, capacity);
  if (is_opportunistic.load(std::memory_order_relaxed)) {
    sweep();
    if (const auto present = heap_->take_present(capacity)) return take_block(*present, capacity);
  }
  const auto grown = heap_->take_grown(capacity, most_bytes());
  note_reserved();
  if (grown) return take_block(*grown, capacity);
  if (adds_dependencies.load(std::memory_order_relaxed)) {
    if (PoolBlock* const pending = take_pending(stream, capacity, false, wait)) return pending;
  }
  return std::unexpected(grown.error());
}

// A freed block that fits, of this stream or of one that it waits for; of any when it may be made to
// wait. The smallest size there is, among that the newest.
PoolBlock* Pool::take_pending(StreamMemory& stream, std::size_t capacity, bool only_waited,
                              engine::Moment& wait) {
  const bool follows = follows_events.load(std::memory_order_relaxed);
  const StreamMemory::Waits waits = stream.waits();
  for (StreamCache* const cache : caches_) {
    const bool is_own = stream.owns(*cache);
    if (!is_own && only_waited && !follows) continue;
    const engine::SpinlockHolder held(*cache->lock);
    for (std::size_t bin = size_class(capacity); bin < StreamCache::kBins; ++bin) {
      for (PoolBlock** link = &cache->bins[bin]; *link != nullptr; link = &(*link)->next) {
        PoolBlock* const block = *link;
        if (block->capacity < capacity) continue;
        if (!is_own && only_waited && !waits.cover(block->freed)) continue;
        *link = block->next;
        if (!is_own && !only_waited) wait = block->freed;
        return split(block, capacity, *cache);
      }
    }
  }
  return nullptr;
}

// Freed blocks whose free is done become free memory.
void Pool::sweep() {
  bool found_all = true;
  is_dirty_.store(false, std::memory_order_relaxed);
  for (StreamCache* const cache : caches_) {
    const engine::SpinlockHolder held(*cache->lock);
    for (PoolBlock*& bin : cache->bins) {
      for (PoolBlock** link = &bin; *link != nullptr;) {
        PoolBlock* const block = *link;
        if (!block->freed.is_complete()) {
          found_all = false;
          link = &block->next;
          continue;
        }
        *link = block->next;
        dissolve(block);
      }
    }
  }
  std::erase_if(drowsy_, [&](PoolBlock* block) RIFFLE_REQUIRES(mutex_) {
    if (!block->freed.is_complete()) {
      found_all = false;
      return false;
    }
    heap_->set_dormant(block->offset.load(std::memory_order_relaxed), block->capacity);
    return true;
  });
  if (!found_all) is_dirty_.store(true, std::memory_order_relaxed);
}

// --- Free ---

Status Pool::free(void* pointer, StreamMemory& stream, const engine::Moment& freed) {
  PoolBlock* const block = block_at(pointer);
  State live = State::kLive;
  if (block == nullptr) return error(Code::kInvalidValue, "no allocation starts at this address");
  const bool is_of_graph = block->is_of_graph;
  if (!block->state.compare_exchange_strong(live, is_of_graph ? State::kDormant : State::kFreed,
                                            std::memory_order_acq_rel)) {
    return error(Code::kInvalidValue, "this allocation was freed already");
  }
  used_.fetch_sub(block->bytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
  block->freed = freed;
  if (is_of_graph) {
    const MutexLock lock(mutex_);
    drowsy_.push_back(block);
  } else {
    stream.put(*this, block);
  }
  // Afterwards, so that a sweep that clears the mark has seen the block.
  if (!is_dirty()) {
    is_dirty_.store(true, std::memory_order_relaxed);
    pools_are_dirty.store(true, std::memory_order_relaxed);
  }
  return {};
}

Status Pool::free_now(void* pointer) {
  StreamMemory no_stream;
  if (Status freed = free(pointer, no_stream, {}); !freed) return freed;
  trim(release_threshold.load(std::memory_order_relaxed));
  return {};
}

std::optional<Allocation> Pool::find(const void* pointer, bool also_dormant) {
  const MutexLock lock(mutex_);
  if (!heap_) return std::nullopt;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - region_.base);
  const auto after = blocks_.upper_bound(offset);
  if (after == blocks_.begin()) return std::nullopt;
  const auto& [begin, block] = *std::prev(after);
  const std::size_t bytes = block->bytes.load(std::memory_order_relaxed);
  const State state = block->state.load(std::memory_order_acquire);
  const bool is_there = state == State::kLive || (also_dormant && state == State::kDormant);
  if (!is_there || offset - begin >= bytes) return std::nullopt;
  const std::uint64_t lives = block->lives.load(std::memory_order_relaxed);
  return Allocation{.base = region_.base + begin,
                    .bytes = bytes,
                    .kind = properties_.kind,
                    .is_pooled = true,
                    .device = properties_.device,
                    // Apart from the allocators' ids, which count up from 1.
                    .id = std::uint64_t{1} << 63 | block->number << 32 | lives};
}

// --- Reserve ---

void Pool::synchronised() {
  const MutexLock lock(mutex_);
  if (!heap_) return;
  const std::size_t keep = release_threshold.load(std::memory_order_relaxed);
  // Otherwise nothing can go, and the next allocation looks for itself.
  if (heap_->reserved_bytes() <= keep && is_opportunistic.load(std::memory_order_relaxed)) return;
  sweep();
  heap_->release(keep);
}

void Pool::trim(std::size_t keep_bytes) {
  const MutexLock lock(mutex_);
  if (!heap_) return;
  sweep();
  heap_->release(keep_bytes);
}

void Pool::make_room() {
  const MutexLock lock(mutex_);
  if (!heap_) return;
  sweep();
  heap_->release(0);
  heap_->drop_warm();
}

PoolCounters Pool::counters() {
  const MutexLock lock(mutex_);
  const std::size_t reserved = heap_ ? heap_->reserved_bytes() : 0;
  return {.reserved = reserved,
          .reserved_high = reserved_high_,
          .used = properties_.is_of_graphs ? reserved : used_.load(std::memory_order_relaxed),
          .used_high = used_high_.load(std::memory_order_relaxed)};
}

void Pool::reset_reserved_high() {
  const MutexLock lock(mutex_);
  reserved_high_ = heap_ ? heap_->reserved_bytes() : 0;
}

void Pool::reset_used_high() { used_high_.store(counters().used, std::memory_order_relaxed); }

// --- Caches ---

void Pool::attach(StreamCache& cache) {
  const MutexLock lock(mutex_);
  caches_.push_back(&cache);
}

void Pool::detach(StreamCache& cache) {
  const MutexLock lock(mutex_);
  std::erase(caches_, &cache);
  const engine::SpinlockHolder held(orphans_lock_);
  for (PoolBlock* bin : cache.bins) {
    while (bin != nullptr) {
      PoolBlock* const block = bin;
      bin = block->next;
      orphans_.put(block);
    }
  }
}

void Pool::put_orphan(PoolBlock* block) {
  const engine::SpinlockHolder held(orphans_lock_);
  orphans_.put(block);
}

}  // namespace riffle::memory
