// SPDX-License-Identifier: Apache-2.0
// The commit that this command was built from (cmake/commit.cmake writes the source file).
#pragma once

#include <string_view>

namespace riffle::tool {

/// The short hash, followed by "-modified" if files were changed, and the commit's date: "8d8c2a62f0b1 2026-11-28". Empty where
/// the build did not know it.
std::string_view commit();

}  // namespace riffle::tool
