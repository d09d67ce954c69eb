// SPDX-License-Identifier: Apache-2.0
// What every compilation takes from the machine: the C++ standard library's headers, and the files that programs start with.
#pragma once

#include <string>
#include <string_view>

#include "cc/toolchain.h"

namespace riffle::tool {

/// Where clang or its linker failed with `messages` because the machine has none: one sentence that says what to install.
/// Otherwise empty.
std::string missing_standard_library(const Toolchain& toolchain, std::string_view messages);

}  // namespace riffle::tool
