// SPDX-License-Identifier: Apache-2.0
// Failures of clang and of the linker that are no messages about a source, in a sentence.
#pragma once

#include <string>

#include "base/status.h"
#include "cc/process_group.h"

namespace riffle::tool {

/// A compilation that a signal has ended.
void explain_crash(const FinishedProcess& finished, const std::string& source);

/// Clang ends by a dump of its stack and asks for a report where it cannot write. Its one line is kept, and what it is about.
void explain_full_disk(std::string& messages, const std::string& temporary_folder);

/// lld maps the file that it writes: where there is no room for it, or for its output, it ends by a dump of its stack.
Status no_space_left(const std::string& output);

}  // namespace riffle::tool
