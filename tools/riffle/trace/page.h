// SPDX-License-Identifier: Apache-2.0
// A timeline as a page that needs nothing else: no network, no other file.
#pragma once

#include <string>

#include "trace/timeline.h"

namespace riffle::tool {

std::string page_html(const TraceTimeline& timeline);

}  // namespace riffle::tool
