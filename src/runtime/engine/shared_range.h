// SPDX-License-Identifier: Apache-2.0
// Running a range operation: at once, or in chunks that idle threads join in.
#pragma once

#include "runtime/engine/site.h"

namespace riffle::engine {

/// What there is to run of a range operation.
struct RangeWork {
  RangeFunction run;
  Cost* cost;
  std::uint64_t units;
};

/// Runs all units of the current operation of `timeline`, or of a part of it. `timeline` is owned by
/// the caller.
Code run_range(Site& site, Timeline& timeline, const RangeWork& work, const void* payload);

/// Runs chunks of an open job of another thread. With a timeline in `dependency`: only if the job
/// belongs to it and the dependency's ticket is not complete. False if nothing was run.
bool join_job(Site& site, SharedJob& job, Moment dependency);

}  // namespace riffle::engine
