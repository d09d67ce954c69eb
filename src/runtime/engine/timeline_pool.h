// SPDX-License-Identifier: Apache-2.0
// Timelines that serve no stream now. Their memory is never given back: a stale (timeline, ticket)
// pair must read "complete" for ever.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/mutex.h"

namespace riffle::engine {

class Timeline;

class TimelinePool {
 public:
  /// Null when out of memory.
  Timeline* take() RIFFLE_EXCLUDES(mutex_);
  void give(Timeline& timeline) RIFFLE_EXCLUDES(mutex_);
  /// Never used twice.
  [[nodiscard]] std::uint64_t new_stream_id() RIFFLE_EXCLUDES(mutex_);

 private:
  [[nodiscard]] Timeline* take_free() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] bool grow() RIFFLE_REQUIRES(mutex_);

  Mutex mutex_;
  std::size_t total_ RIFFLE_GUARDED_BY(mutex_) = 0;
  Timeline* free_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  std::uint64_t last_id_ RIFFLE_GUARDED_BY(mutex_) = 0;
};

}  // namespace riffle::engine
