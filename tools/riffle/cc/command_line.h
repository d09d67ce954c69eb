// SPDX-License-Identifier: Apache-2.0
// Command lines of other programs.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cc/toolchain.h"

namespace riffle::tool {

using CommandLine = std::vector<std::string>;

inline void append(CommandLine& line, std::initializer_list<std::string_view> words) {
  line.insert(line.end(), words.begin(), words.end());
}

inline void append(CommandLine& line, const std::vector<std::string>& words) {
  line.insert(line.end(), words.begin(), words.end());
}

/// Clang with what it needs to find gcc's files.
CommandLine clang_of(const Toolchain& toolchain);

/// The command line quoted for a shell.
std::string quoted(const CommandLine& line);

}  // namespace riffle::tool
