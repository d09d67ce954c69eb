// SPDX-License-Identifier: Apache-2.0
// A pool's life: its addresses and tables, opened, emptied and given back.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/descriptor.h"
#include "platform/pages.h"
#include "runtime/memory/pool.h"
#include "runtime/memory/pools.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kSmallChunkBytes = std::size_t{2} << 20;
constexpr std::size_t kMostChunks = std::size_t{1} << 16;

// A device with little memory would be full after a few chunks of the usual size.
std::size_t chunk_bytes_for(std::size_t limit_bytes, std::size_t usual) {
  return limit_bytes < 16 * usual ? kSmallChunkBytes : usual;
}

// The file behind the whole region, without access; -1 when there is none.
int map_shared(const PoolRegion& region) {
  const int descriptor = above_standard(memfd_create("riffle-pool", MFD_CLOEXEC));
  if (descriptor < 0) return -1;
  // One page more than the region, for whoever shares it to describe it.
  if (ftruncate(descriptor, static_cast<off_t>(region.bytes + platform::kPageBytes)) == 0 &&
      mmap(region.base, region.bytes, PROT_NONE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, descriptor,
           0) != MAP_FAILED) {
    return descriptor;
  }
  ::close(descriptor);
  return -1;
}

}  // namespace

Status Pool::open(const PoolProperties& properties, Budget& budget) {
  const MutexLock lock(mutex_);
  if (orphans_.lock == nullptr) {
    caches_.push_back(&orphans_);  // for ever: what streams leave behind must find its place
    orphans_.pool = this;
    orphans_.lock = &orphans_lock_;
  }
  const std::size_t chunk = chunk_bytes_for(budget.limit_bytes(), kMostChunkBytes);
  // More addresses than memory: holes between live blocks then hardly ever matter.
  const std::size_t wanted =
      std::min(platform::round_up(budget.limit_bytes(), chunk) * 2, kMostChunks * chunk);
  if (starts_.load(std::memory_order_relaxed) == nullptr) {
    // Zero pages, untouched: most of it is never used.
    auto* const made =
        static_cast<std::atomic<Starts*>*>(std::calloc(kMostChunks, sizeof(std::atomic<Starts*>)));
    if (made == nullptr) return error(Code::kOutOfMemory, "no memory for a pool's tables");
    starts_.store(made, std::memory_order_release);
  }
  region_ = take_region(wanted, this);
  if (region_.base == nullptr) return error(Code::kOutOfMemory, "no addresses for a pool");
  region_.bytes = std::min(region_.bytes, kMostChunks * chunk);
  descriptor_ = properties.is_shareable ? map_shared(region_) : -1;
  if (properties.is_shareable && descriptor_ < 0) {
    close();
    return error(Code::kOutOfMemory, "no memory that can be shared");
  }
  properties_ = properties;
  chunk_bytes_ = chunk;
  try {
    heap_.emplace(region_.base, region_.bytes, chunk, budget, descriptor_);
  } catch (const std::bad_alloc&) {
    close();
    return error(Code::kOutOfMemory, "no memory for a pool's tables");
  }
  follows_events = true;
  is_opportunistic = true;
  adds_dependencies = true;
  release_threshold = 0;
  for (auto& flags : access) flags = 0;
  reserved_high_ = 0;
  used_high_ = 0;
  return {};
}

bool Pool::try_close() {
  const MutexLock lock(mutex_);
  if (!heap_) return true;
  sweep();
  if (!blocks_.empty()) return false;
  close();
  return true;
}

void Pool::reset() {
  const MutexLock lock(mutex_);
  if (!heap_) return;
  for (StreamCache* const cache : caches_) {
    const engine::SpinlockHolder held(*cache->lock);
    cache->bins = {};
  }
  drowsy_.clear();
  graph_blocks_ = 0;
  while (!blocks_.empty()) dissolve(blocks_.begin()->second);
  used_ = 0;
  used_high_ = 0;
  heap_->release(0);
  heap_->drop_warm();
  reserved_high_ = heap_->reserved_bytes();
}

void Pool::close() {
  heap_.reset();
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    descriptor_ = -1;
    platform::guard_pages(region_.base, region_.bytes);
    platform::advise_huge_pages(region_.base, region_.bytes);
  }
  give_region(region_);
  region_ = {};
}

}  // namespace riffle::memory
