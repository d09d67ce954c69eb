// SPDX-License-Identifier: Apache-2.0
// Some sources can only be read by a compiler that knows what comes later. Clang's first reading fails and says where; the
// second one is told.
#pragma once

#include <string_view>

#include "cc/clang_lines.h"

namespace riffle::tool {

/// What a failed compilation has to tell the next one, as options for clang; empty if it would fail as well.
CommandLine second_look(std::string_view messages);

}  // namespace riffle::tool
