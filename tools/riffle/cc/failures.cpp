// SPDX-License-Identifier: Apache-2.0
#include "cc/failures.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cc/standard_library.h"
#include "say.h"

namespace riffle::tool {
namespace {

/// A folder's name, and whose it is.
struct Place {
  std::string folder;
  std::string_view role;
};

/// Of the two folders that a compilation writes to, the one whose disk has less room.
Place fuller(const std::string& temporary_folder, const std::string& output) {
  namespace fs = std::filesystem;
  Place temporary{fs::path(temporary_folder).parent_path().string(), "TMPDIR"};
  std::error_code unknown;
  Place outputs{fs::absolute(output, unknown).parent_path().string(), "the output's folder"};
  if (output.empty() || output.starts_with(temporary_folder + "/")) return temporary;
  const auto room = [&](const Place& place) { return fs::space(place.folder, unknown).available; };
  return room(outputs) < room(temporary) ? outputs : temporary;
}

/// Clang ends by a dump of its stack, and asks for a report, where it cannot write. Its one line is kept.
std::string told_of_full_disk(std::string messages, const std::string& temporary_folder,
                              const std::string& output) {
  if (!messages.contains("No space left on device")) return messages;
  if (const std::size_t dump = messages.find("PLEASE submit a bug report");
      dump != std::string::npos)
    messages.erase(dump);
  const Place place = fuller(temporary_folder, output);
  messages +=
      fmt::format("riffle cc: no space left on the disk of '{}' ({})\n", place.folder, place.role);
  return messages;
}

/// Only packages have a clang without them.
bool lacks_sanitizers(std::string_view messages) {
  return messages.contains("cannot open") && messages.contains("libclang_rt.");
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
                           const std::string& temporary_folder, const std::string& output) {
  if (lacks_sanitizers(messages))
    return "riffle cc: the libraries of clang's sanitizers (-fsanitize) are not part of this "
           "package of Riffle; a Riffle that is built from source takes those of LLVM's packages\n";
  if (missing_part(messages) != MissingPart::kNone) {
    if (!missing_library_.empty()) return {};
    missing_library_ = missing_standard_library(toolchain, messages);
    if (!missing_library_.empty()) return fmt::format("riffle cc: {}\n", missing_library_);
  }
  return told_of_full_disk(std::move(messages), temporary_folder, output);
}

}  // namespace riffle::tool
