// SPDX-License-Identifier: Apache-2.0
// The kinds of findings: one list, from which come the rules of a SARIF report and docs/check-rules.md (`riffle check --rules`).
#pragma once

#include <span>
#include <string>

#include "check/report.h"

namespace riffle::tool::check {

struct Rule {
  const char* tool;
  const char* kind;
  const char* what;     ///< is wrong
  const char* example;  ///< lines of a program
  const char* fix;
};

[[nodiscard]] std::span<const Rule> rules();
/// "race/use-after-free": of SARIF, and for ever.
[[nodiscard]] std::string id_of(const Rule& rule);
/// Null: of none.
[[nodiscard]] const Rule* rule_of(const ReportedFinding& finding);
/// Empty: of none.
[[nodiscard]] std::string id_of_rule(const ReportedFinding& finding);
/// For readers of a SARIF report.
[[nodiscard]] std::string markdown_of(const Rule& rule);
/// All rules, as a page.
[[nodiscard]] std::string page_of_rules();

/// The same for a finding after lines of the program have moved: made of its rule, and of the functions, kernels and files that it names.
[[nodiscard]] std::string fingerprint_of(const ReportedFinding& finding);

}  // namespace riffle::tool::check
