// SPDX-License-Identifier: Apache-2.0
// What every compilation takes from the machine: the C++ standard library's headers, and the files that programs start with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cc/toolchain.h"

namespace riffle::tool {

enum class MissingPart : std::uint8_t { kNone, kHeaders, kLinkFiles };

/// Which of them the messages of clang or its linker name as missing. A program may ask for a header or a library of its own.
MissingPart missing_part(std::string_view messages);

/// Where clang or its linker failed with `messages` because the machine has none: one sentence that says what to install.
/// Otherwise empty.
std::string missing_standard_library(const Toolchain& toolchain, std::string_view messages);

}  // namespace riffle::tool
