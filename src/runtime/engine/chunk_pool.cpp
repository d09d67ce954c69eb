// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/chunk_pool.h"

#include <new>

#include "platform/pages.h"

namespace riffle::engine {

Chunk* ChunkPool::take() {
  const MutexLock lock(mutex_);
  if (free_ == nullptr) {
    constexpr std::uint32_t kBatch = 64;
    auto* const batch = static_cast<std::byte*>(platform::allocate_pages(kBatch * sizeof(Chunk)));
    if (batch == nullptr) throw std::bad_alloc();
    for (std::uint32_t i = 0; i < kBatch; ++i) free_ = new (batch + i * sizeof(Chunk)) Free{free_};
  }
  Free* const chunk = free_;
  free_ = chunk->next;
  if (++taken_ == kManyTaken) limit_per_stream_.store(kLimitWhenMany, std::memory_order_relaxed);
  return reinterpret_cast<Chunk*>(chunk);
}

void ChunkPool::give(Chunk* chunk) {
  const MutexLock lock(mutex_);
  free_ = new (static_cast<void*>(chunk)) Free{free_};
  if (--taken_ == kManyTaken / 2) limit_per_stream_.store(normal_limit_, std::memory_order_relaxed);
}

void ChunkPool::set_limit_per_stream(std::uint32_t chunks) {
  const MutexLock lock(mutex_);
  normal_limit_ = chunks;
  limit_per_stream_.store(chunks, std::memory_order_relaxed);
}

}  // namespace riffle::engine
