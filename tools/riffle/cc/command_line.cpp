// SPDX-License-Identifier: Apache-2.0
#include "cc/command_line.h"

namespace riffle::tool {

CommandLine clang_of(const Toolchain& toolchain) {
  CommandLine line{toolchain.clang};
  if (!toolchain.gcc_folder.empty()) line.push_back("--gcc-install-dir=" + toolchain.gcc_folder);
  return line;
}

std::string quoted(const CommandLine& line) {
  static constexpr std::string_view kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%^";
  std::string text;
  for (const std::string& word : line) {
    if (!text.empty()) text += ' ';
    if (!word.empty() && word.find_first_not_of(kSafe) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (char c : word) {
      if (c == '\'') {
        text += "'\\''";
      } else {
        text += c;
      }
    }
    text += '\'';
  }
  return text;
}

}  // namespace riffle::tool
