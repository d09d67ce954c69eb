// SPDX-License-Identifier: Apache-2.0
#include "cc/standard_library.h"

#include <fmt/format.h>

#include "cc/process_group.h"
#include "doctor/distribution.h"

namespace riffle::tool {
namespace {

bool succeeds(const CommandLine& line) {
  ProcessGroup processes;
  if (!processes.start(line, false)) return true;
  const Result<FinishedProcess> finished = processes.wait();
  return !finished || finished->exit_code == 0;
}

/// Whether a program without code compiles, and links if `linked`.
bool can_compile(const Toolchain& toolchain, bool linked) {
  CommandLine line{toolchain.clang, "-x", "c++", "-include", "cstdlib", "/dev/null"};
  if (linked) {
    line.insert(line.end(), {"-shared", "-o", "/dev/null"});
    if (toolchain.has_lld) line.emplace_back("-fuse-ld=lld");
  } else {
    line.emplace_back("-fsyntax-only");
  }
  return succeeds(line);
}

}  // namespace

MissingPart missing_part(std::string_view messages) {
  if (messages.contains("file not found")) return MissingPart::kHeaders;
  // The first three are lld's, the others GNU ld's.
  for (const std::string_view sign :
       {"cannot open Scrt1.o", "cannot open crt", "unable to find library", "cannot find Scrt1.o",
        "cannot find crt", "cannot find -l"}) {
    if (messages.contains(sign)) return MissingPart::kLinkFiles;
  }
  return MissingPart::kNone;
}

std::string missing_standard_library(const Toolchain& toolchain, std::string_view messages) {
  const MissingPart part = missing_part(messages);
  if (part == MissingPart::kNone || can_compile(toolchain, part == MissingPart::kLinkFiles))
    return {};
  return fmt::format("no C++ standard library was found on this machine; to install one: {}",
                     doctor::install_command(doctor::Package::kCompiler));
}

}  // namespace riffle::tool
