// SPDX-License-Identifier: Apache-2.0
// Which versions of PTX there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace riffle::compiler {

/// Why PTX of the version that `text` begins with is not supported. Nothing for other text, and for versions that are no
/// numbers: the translator says what is wrong with those.
[[nodiscard]] std::optional<std::string> problem_of_ptx_version(std::string_view text);

}  // namespace riffle::compiler
