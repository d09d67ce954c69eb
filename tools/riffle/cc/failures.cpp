// SPDX-License-Identifier: Apache-2.0
#include "cc/failures.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cc/standard_library.h"
#include "say.h"

namespace riffle::tool {
namespace {

/// Clang ends by a dump of its stack, and asks for a report, where it cannot write. Its one line is kept.
std::string told_of_full_disk(std::string messages, const std::string& temporary_folder) {
  if (!messages.contains("No space left on device")) return messages;
  if (const std::size_t dump = messages.find("PLEASE submit a bug report");
      dump != std::string::npos)
    messages.erase(dump);
  const std::string disk = std::filesystem::path(temporary_folder).parent_path().string();
  if (!messages.contains(disk))
    messages += fmt::format("riffle cc: no space left on the disk of '{}' (TMPDIR)\n", disk);
  return messages;
}

}  // namespace

void explain_crash(const FinishedProcess& finished, const std::string& source) {
  if (finished.exit_code <= 128) return;
  say("riffle cc: clang was ended by signal {} while compiling '{}'\n", finished.exit_code - 128,
      source);
}

Status no_space_left(const std::string& output) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::absolute(output).parent_path();
  const auto space = std::filesystem::space(folder, unknown);
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': no space left on its disk, where {} bytes are free",
                           output, space.available));
}

std::string Failures::told(std::string messages, const Toolchain& toolchain,
                           const std::string& temporary_folder) {
  if (missing_part(messages) != MissingPart::kNone) {
    if (!missing_library_.empty()) return {};
    missing_library_ = missing_standard_library(toolchain, messages);
    if (!missing_library_.empty()) return fmt::format("riffle cc: {}\n", missing_library_);
  }
  return told_of_full_disk(std::move(messages), temporary_folder);
}

}  // namespace riffle::tool
