// SPDX-License-Identifier: Apache-2.0
#include "cc/failures.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "say.h"

namespace riffle::tool {

void explain_crash(const FinishedProcess& finished, const std::string& source) {
  if (finished.exit_code <= 128) return;
  say("riffle cc: clang was ended by signal {} while compiling '{}'\n", finished.exit_code - 128,
      source);
}

void explain_full_disk(std::string& messages, const std::string& temporary_folder) {
  const std::size_t dump = messages.find("PLEASE submit a bug report");
  if (dump == std::string::npos || !messages.contains("No space left on device")) return;
  messages.erase(dump);
  messages += fmt::format("riffle cc: no space left on the disk of '{}' (TMPDIR)\n",
                          std::filesystem::path(temporary_folder).parent_path().string());
}

Status no_space_left(const std::string& output) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::absolute(output).parent_path();
  const auto space = std::filesystem::space(folder, unknown);
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': no space left on its disk, where {} bytes are free",
                           output, space.available));
}

}  // namespace riffle::tool
