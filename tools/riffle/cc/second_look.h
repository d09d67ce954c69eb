// SPDX-License-Identifier: Apache-2.0
// Some sources can only be read by a compiler that knows what comes later. Clang's first reading fails and says where; the
// second one is told.
#pragma once

#include <string_view>

#include "cc/clang_lines.h"

namespace riffle::tool {

/// What a compilation that failed, and was `known` some of it, has to tell the next one, as options for clang; empty if that
/// would fail as well.
CommandLine second_look(std::string_view messages, const CommandLine& known);

}  // namespace riffle::tool
