// SPDX-License-Identifier: Apache-2.0
// What `riffle check` looks for, and what a program's environment must say for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/status.h"

namespace riffle::tool::check {

/// Unless another list is given: every tool, block and sync for the blocks that src/race/block_choice.h chooses.
inline constexpr const char* kUsualTools = "usual";

/// A list of tools, separated by commas, with "all" written out. Error: kInvalidValue, which names `option`.
Result<std::string> parse_tools(const std::string& option, const std::string& list);

/// Variables for the program, which is the file `program` (or the source that it is compiled from): `findings` is the file that
/// its findings are written to.
std::vector<std::pair<std::string, std::string>> environment_of_checked(
    const std::string& tools, const std::string& program, const std::string& findings);

/// Arguments of `riffle run` so that what is compiled for this run has lines.
std::vector<std::string> with_lines(std::vector<std::string> program);

// `riffle check pytest`: findings per test, by a plugin (pytest/riffle_check_pytest.py).

/// Variables that load the plugin; none if `program` is not pytest. `report` is the command that makes a report of findings, but for
/// their file.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> environment_of_pytest(
    const std::vector<std::string>& program, const std::vector<std::string>& report);

}  // namespace riffle::tool::check
