// SPDX-License-Identifier: Apache-2.0
// A timeline's lists in the order that it promises.
#pragma once

#include <vector>

#include "trace/timeline.h"

namespace riffle::tool {

/// Drops what never began and what is not worth showing, and sorts the rest by begin. Returns for each operation where it
/// is now, or kNone; graphs and helps are told.
std::vector<Index> keep_shown(TraceTimeline& timeline);

/// Lanes in an order that people look for: default streams first, then by number; calls, helps and ranges by time.
void sort_lists(TraceTimeline& timeline);

}  // namespace riffle::tool
