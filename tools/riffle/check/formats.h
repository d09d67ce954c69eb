// SPDX-License-Identifier: Apache-2.0
// Reports for programs.
#pragma once

#include <string>

#include "check/report.h"

namespace riffle::tool::check {

/// An object with "findings" and "summary"; members as in the text.
[[nodiscard]] std::string json_of(const Report& report);
/// SARIF 2.1.0: a rule for each kind of finding.
[[nodiscard]] std::string sarif_of(const Report& report);
/// JUnit's XML: a failed test case for each error, a passed one when there is none.
[[nodiscard]] std::string junit_of(const Report& report);

}  // namespace riffle::tool::check
