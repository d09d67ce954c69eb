// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/stream_memory.h"

#include <memory>

#include "runtime/memory/pool.h"

namespace riffle::memory {

StreamMemory::~StreamMemory() {
  // Nobody uses the stream any more; pools may still look into its caches.
  std::vector<StreamCache*> caches;
  {
    const engine::SpinlockHolder lock(lock_);
    caches.swap(caches_);
  }
  for (StreamCache* const cache : caches) {
    cache->pool->detach(*cache);
    delete cache;
  }
}

void StreamMemory::put(Pool& pool, Block* block) {
  {
    const engine::SpinlockHolder lock(lock_);
    if (StreamCache* const cache = find(pool)) return cache->put(block);
  }
  // The pool's mutex comes before the stream's lock.
  auto fresh = std::make_unique<StreamCache>();
  fresh->pool = &pool;
  fresh->lock = &lock_;
  pool.attach(*fresh);
  bool is_needed = false;
  {
    const engine::SpinlockHolder lock(lock_);
    StreamCache* cache = find(pool);  // another thread may have been faster
    is_needed = cache == nullptr;
    if (is_needed) {
      caches_.push_back(fresh.get());
      cache = fresh.get();
    }
    cache->put(block);
  }
  if (is_needed) {
    fresh.release();  // NOLINT(bugprone-unused-return-value): caches_ has it
  } else {
    pool.detach(*fresh);
  }
}

void StreamMemory::note_wait(const engine::Moment& moment) {
  if (moment.timeline == nullptr) return;
  const engine::SpinlockHolder lock(lock_);
  for (engine::Moment& known : waits_.moments) {
    if (known.timeline != moment.timeline) continue;
    if (known.ticket < moment.ticket) known.ticket = moment.ticket;
    return;
  }
  waits_.moments[next_wait_++ % waits_.moments.size()] = moment;
}

}  // namespace riffle::memory
