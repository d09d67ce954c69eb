// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/record_time.h"

#include <algorithm>
#include <memory>

#include "base/mutex.h"

namespace riffle::engine {
namespace {

constexpr unsigned kTimeBits = 44;
constexpr unsigned kUnitShift = 4;  // 16 ns
constexpr std::uint64_t kTimeMask = (std::uint64_t{1} << kTimeBits) - 1;

Mutex free_mutex;
RecordTime* free_times RIFFLE_GUARDED_BY(free_mutex) = nullptr;

}  // namespace

RecordTime* RecordTime::take() {
  {
    const MutexLock lock(free_mutex);
    if (RecordTime* const time = free_times) {
      free_times = time->next_free_;
      return time;
    }
  }
  return new RecordTime;
}

void RecordTime::give_back() {
  static_cast<void>(begin());
  const MutexLock lock(free_mutex);
  next_free_ = free_times;
  free_times = this;
}

RecordTime::Record RecordTime::begin() {
  std::uint64_t old = word_.load(std::memory_order_relaxed);
  Record record = 0;
  do {
    record = (old & ~kTimeMask) + (kTimeMask + 1);
  } while (!word_.compare_exchange_weak(old, record, std::memory_order_relaxed));
  return record;
}

void RecordTime::reach(Record record, std::int64_t now_ns) {
  const std::uint64_t time = (static_cast<std::uint64_t>(now_ns) >> kUnitShift) & kTimeMask;
  std::uint64_t expected = record;
  word_.compare_exchange_strong(expected, record | std::max<std::uint64_t>(time, 1),
                                std::memory_order_release, std::memory_order_relaxed);
}

std::int64_t RecordTime::ns_since(const RecordTime& earlier) const {
  const std::uint64_t difference =
      word_.load(std::memory_order_acquire) - earlier.word_.load(std::memory_order_acquire);
  // The lowest 44 bits, with their sign.
  constexpr unsigned kOther = 64 - kTimeBits;
  return (static_cast<std::int64_t>(difference << kOther) >> kOther) * (1 << kUnitShift);
}

}  // namespace riffle::engine
