// SPDX-License-Identifier: Apache-2.0
// Two runs in words: what happened one after the other, on the same line where it is the same.
#pragma once

#include <string>
#include <vector>

#include "base/schedule_plan.h"
#include "trace/timeline.h"

namespace riffle::tool::explore {

/// What happened, in its order: calls of the host and operations of streams.
[[nodiscard]] std::vector<std::string> events_of(const TraceTimeline& timeline);

/// Two columns; only what is near a difference.
[[nodiscard]] std::string side_by_side(const std::vector<std::string>& usual,
                                       const std::vector<std::string>& other);

/// What was put off, from a timeline of the run.
[[nodiscard]] std::string describe(const Deferral& deferral, const TraceTimeline& now,
                                   const TraceTimeline& usual);

}  // namespace riffle::tool::explore
