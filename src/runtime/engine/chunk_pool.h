// SPDX-License-Identifier: Apache-2.0
// Memory of the streams' rings: chunks of 4 KiB, taken when a stream's own slots are full.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/mutex.h"
#include "runtime/engine/slot.h"

namespace riffle::engine {

struct alignas(4096) Chunk {
  static constexpr std::uint32_t kSlots = 64;  // the last is kept for the jump
  Slot slots[kSlots];
};
static_assert(sizeof(Chunk) == 4096);

class ChunkPool {
 public:
  /// Throws std::bad_alloc. Chunks come from the system 64 at a time and never go back to it.
  Chunk* take() RIFFLE_EXCLUDES(mutex_);
  void give(Chunk* chunk) RIFFLE_EXCLUDES(mutex_);

  /// Chunks that one stream may hold before its enqueues wait; shrinks when all streams together
  /// hold a great many.
  [[nodiscard]] std::uint32_t limit_per_stream() const {
    return limit_per_stream_.load(std::memory_order_relaxed);
  }
  void set_limit_per_stream(std::uint32_t chunks);

 private:
  static constexpr std::uint32_t kManyTaken = 128 << 10;  // 512 MiB
  static constexpr std::uint32_t kLimitWhenMany = 17;     // more than hardware's 1,022 launches

  struct Free {
    Free* next;
  };

  std::atomic<std::uint32_t> limit_per_stream_{4096};
  Mutex mutex_;
  Free* free_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  std::uint32_t taken_ RIFFLE_GUARDED_BY(mutex_) = 0;
  std::uint32_t normal_limit_ RIFFLE_GUARDED_BY(mutex_) = 4096;
};

}  // namespace riffle::engine
