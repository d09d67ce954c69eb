// SPDX-License-Identifier: Apache-2.0
// Findings that the user does not want to see.
#pragma once

#include <string>
#include <vector>

#include "check/report.h"

namespace riffle::tool::check {

/// One line of a suppression file: TOOL:PATTERN.
struct Suppression {
  std::string tool;     ///< "*": any
  std::string pattern;  ///< with * and ?
};

/// Empty lines and those that begin with # say nothing. Errors: kInvalidValue (a line without a colon).
Result<std::vector<Suppression>> parse_suppressions(const std::string& text);
/// A finding goes when the pattern matches its kind, or a function, a kernel, a file or FILE:LINE of any of its places.
void suppress(Report& report, const std::vector<Suppression>& suppressions);

}  // namespace riffle::tool::check
