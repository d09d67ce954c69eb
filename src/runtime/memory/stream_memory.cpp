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

void StreamMemory::put(Pool& pool, PoolBlock* block) {
  {
    const engine::SpinlockHolder lock(lock_);
    if (StreamCache* const cache = find(pool)) return cache->put(block);
  }
  StreamCache* const made = make_cache(pool);
  if (made == nullptr) return pool.put_orphan(block);
  const engine::SpinlockHolder lock(lock_);
  made->put(block);
}

StreamCache* StreamMemory::make_cache(Pool& pool) {
  std::unique_ptr<StreamCache> fresh;
  // The pool's mutex comes before the stream's lock.
  try {
    fresh = std::make_unique<StreamCache>();
    fresh->pool = &pool;
    fresh->lock = &lock_;
    pool.attach(*fresh);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  StreamCache* known = nullptr;
  {
    const engine::SpinlockHolder lock(lock_);
    known = find(pool);  // another thread may have been faster
    try {
      if (known == nullptr) {
        caches_.push_back(fresh.get());
        return fresh.release();
      }
    } catch (const std::bad_alloc&) {  // detached again
    }
  }
  pool.detach(*fresh);
  return known;
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
