// SPDX-License-Identifier: Apache-2.0
// Tables of a timeline, named and laid out as users of `nsys stats` know them.
#pragma once

#include <string>

#include "trace/timeline.h"

namespace riffle::tool {

std::string summary_text(const TraceTimeline& timeline);

}  // namespace riffle::tool
