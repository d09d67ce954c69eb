// SPDX-License-Identifier: Apache-2.0
#include "platform/wake_place.h"

namespace riffle::platform {

void WakePlace::keep_off_this_cpu(ThreadId sleeper) {
  const int here = ::sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE) return;
  if (::sched_getaffinity(sleeper, sizeof before_, &before_) != 0) return;
  cpu_set_t others = before_;
  CPU_CLR(static_cast<unsigned>(here), &others);
  if (CPU_COUNT(&others) == 0) return;
  is_kept_off_ = ::sched_setaffinity(sleeper, sizeof others, &others) == 0;
}

void WakePlace::allow_all_again() {
  if (!is_kept_off_) return;
  is_kept_off_ = false;
  // Refused only if none of those CPUs is there any more; the thread has the rest then.
  (void)::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace riffle::platform
