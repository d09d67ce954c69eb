// SPDX-License-Identifier: Apache-2.0
// A timeline in Chrome's trace event format, which Perfetto reads.
#pragma once

#include <string>

#include "trace/timeline.h"

namespace riffle::tool {

std::string chrome_json(const TraceTimeline& timeline);
/// With quotes.
std::string json_text(const std::string& text);

}  // namespace riffle::tool
