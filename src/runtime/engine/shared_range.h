// SPDX-License-Identifier: Apache-2.0
// Running a range operation: at once, or in chunks that idle threads join in.
#pragma once

#include "runtime/engine/site.h"
#include "runtime/engine/slot.h"

namespace riffle::engine {

/// Runs all units of the operation in `slot`, which is the current one of `timeline`. `timeline` is
/// owned by the caller.
Code run_range(Site& site, Timeline& timeline, const Slot& slot, const void* payload);

/// Runs chunks of an open job of another thread. With a timeline in `dependency`: only if the job
/// belongs to it and the dependency's ticket is not complete. False if nothing was run.
bool join_job(Site& site, SharedJob& job, Moment dependency);

}  // namespace riffle::engine
