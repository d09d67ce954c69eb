// SPDX-License-Identifier: Apache-2.0
#include "platform/wake_place.h"

namespace riffle::platform {

bool WakeHabit::take_keep_off() {
  // Two that take the last one do no harm, nor does one that is lost beside a note.
  const unsigned left = to_keep_off_.load(std::memory_order_relaxed);
  if (left == 0) return false;
  to_keep_off_.store(left - 1, std::memory_order_relaxed);
  return true;
}

void WakePlace::keep_off_this_cpu(WakeHabit& habit, ThreadId sleeper) {
  waker_cpu_ = ::sched_getcpu();
  if (waker_cpu_ < 0 || waker_cpu_ >= CPU_SETSIZE || !habit.take_keep_off()) return;
  if (::sched_getaffinity(sleeper, sizeof before_, &before_) != 0) return;
  cpu_set_t others = before_;
  CPU_CLR(static_cast<unsigned>(waker_cpu_), &others);
  if (CPU_COUNT(&others) == 0) return;
  is_kept_off_ = ::sched_setaffinity(sleeper, sizeof others, &others) == 0;
}

void WakePlace::begin(WakeHabit& habit) {
  if (!is_kept_off_) {
    if (waker_cpu_ >= 0 && ::sched_getcpu() == waker_cpu_) habit.note_same_cpu();
    return;
  }
  is_kept_off_ = false;
  // Refused only if none of those CPUs is there any more; the thread has the rest then.
  (void)::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace riffle::platform
