// SPDX-License-Identifier: Apache-2.0
// `riffle check pytest`: findings per test, by a plugin (pytest/riffle_check_pytest.py).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace riffle::tool::check {

/// Variables that load the plugin; none if `program` is not pytest. `report` is the command that makes a report of findings, but for
/// their file.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> environment_of_pytest(
    const std::vector<std::string>& program, const std::vector<std::string>& report);

}  // namespace riffle::tool::check
