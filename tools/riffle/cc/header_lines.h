// SPDX-License-Identifier: Apache-2.0
// The command lines that make a precompiled header and use it. One header serves as many options as it can: what only
// code generation or diagnostics look at is left out, and the macros that say something of it are put right behind it.
#pragma once

#include <string>
#include <vector>

#include "cc/clang_lines.h"

namespace riffle::tool {

enum class Side { kDevice, kHost };

/// Parses the first header as a side of any .cu file would, but with `macros` for those of the source (`macros_of_source`)
/// and without the user's folders. Empty when an option could make of it what it is not elsewhere.
CommandLine header_line(const LineContext& context, Side side,
                        const std::vector<std::string>& macros);

/// `line`, a side of a .cu file, with the precompiled header at `path` in the place of the header; an empty path: as it is.
CommandLine with_header(CommandLine line, const LineContext& context, Side side,
                        const std::string& path);

}  // namespace riffle::tool
