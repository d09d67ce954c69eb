// SPDX-License-Identifier: Apache-2.0
// riffle-host-link: the linker for build systems that take objects of riffle cc and link them for
// the host without asking nvcc, as CMake does. Objects come from clang and so need clang's OpenMP;
// the program needs to find the runtime.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "cc/clang_lines.h"
#include "cc/failures.h"
#include "cc/link_lines.h"
#include "commands.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {

int host_link_command(const std::vector<std::string>& arguments) {
  const Result<Toolchain> toolchain = find_toolchain();
  if (!toolchain) {
    say("riffle-host-link: {}\n", toolchain.error().text);
    return 1;
  }
  const bool sanitizes = std::ranges::any_of(
      arguments, [](const std::string& word) { return word.starts_with("-fsanitize="); });
  if (sanitizes && !installation().llvm_folder.empty()) {
    say("riffle-host-link: {}\n", kNoSanitizers);
    return 1;
  }
  const CommandLine line = host_link_line(*toolchain, installation().library_folder, arguments);
  std::vector<char*> words;
  words.reserve(line.size() + 1);
  for (const std::string& word : line) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  say("riffle-host-link: cannot start '{}': {}\n", line[0], std::strerror(errno));
  return 1;
}

}  // namespace riffle::tool
