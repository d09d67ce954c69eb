// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/timeline_pool.h"

#include <algorithm>
#include <cstddef>
#include <new>

#include "platform/pages.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

static_assert(sizeof(Timeline) <= 4096, "an idle stream costs at most 4 KiB");

Timeline* TimelinePool::take_free() {
  const MutexLock lock(mutex_);
  Timeline* const timeline = free_;
  if (timeline != nullptr) free_ = timeline->free_next();
  return timeline;
}

Timeline* TimelinePool::take() {
  if (Timeline* const timeline = take_free()) return timeline;
  // Streams that hosts ran themselves leave entries in the queue, which keep their timelines from
  // us.
  engine_state().queue.drop_stale();
  if (Timeline* const timeline = take_free()) return timeline;
  const MutexLock lock(mutex_);
  if (free_ == nullptr && !grow()) return nullptr;
  Timeline* const timeline = free_;
  free_ = timeline->free_next();
  return timeline;
}

void TimelinePool::give(Timeline& timeline) {
  const MutexLock lock(mutex_);
  timeline.free_next() = free_;
  free_ = &timeline;
}

std::uint64_t TimelinePool::new_stream_id() {
  const MutexLock lock(mutex_);
  return ++last_id_;
}

bool TimelinePool::grow() {
  // Ever larger batches, so that what `take` does before growing is paid by many.
  constexpr std::size_t kLeast = 25;  // 64 KiB
  std::size_t bytes = std::max(kLeast, total_ / 4) * sizeof(Timeline);
  // Thousands of streams: huge pages spare a TLB miss with each of them.
  const bool huge = bytes > platform::kHugePageBytes / 2;
  const std::size_t granularity = huge ? platform::kHugePageBytes : platform::kPageBytes;
  bytes = platform::round_up(bytes, granularity);
  auto* const memory = static_cast<std::byte*>(platform::allocate_pages(bytes, granularity));
  if (memory == nullptr) return false;
  if (huge) platform::advise_huge_pages(memory, bytes);
  const std::size_t batch = bytes / sizeof(Timeline);
  for (std::size_t i = batch; i-- > 0;) {
    auto* const timeline = new (memory + i * sizeof(Timeline)) Timeline;
    timeline->free_next() = free_;
    free_ = timeline;
  }
  total_ += batch;
  return true;
}

}  // namespace riffle::engine
