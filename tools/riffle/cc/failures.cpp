// SPDX-License-Identifier: Apache-2.0
#include "cc/failures.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/resource.h>

#include <fmt/format.h>

#include "cc/toolchain.h"
#include "say.h"

namespace riffle::tool {
namespace {

/// A folder's name, and whose it is.
struct WrittenFolder {
  std::string folder;
  std::string_view role;
};

/// Of the two folders that a compilation writes to, the one whose disk has less room.
WrittenFolder fuller(const std::string& temporary_folder, const std::string& output) {
  namespace fs = std::filesystem;
  WrittenFolder temporary{fs::path(temporary_folder).parent_path().string(), "TMPDIR"};
  std::error_code unknown;
  WrittenFolder outputs{fs::absolute(output, unknown).parent_path().string(),
                        "the output's folder"};
  if (output.empty() || output.starts_with(temporary_folder + "/")) return temporary;
  const auto room = [&](const WrittenFolder& place) {
    return fs::space(place.folder, unknown).available;
  };
  return room(outputs) < room(temporary) ? outputs : temporary;
}

std::string full_disk(const std::string& temporary_folder, const std::string& output) {
  const WrittenFolder place = fuller(temporary_folder, output);
  const bool is_temporary = place.role == "TMPDIR";
  return fmt::format("cannot write {}: no space left on the disk of '{}' ({}); free some space{}",
                     is_temporary ? "temporary files" : fmt::format("'{}'", output), place.folder,
                     place.role, is_temporary ? ", or set TMPDIR to a folder on another disk" : "");
}

bool is_about_full_disk(std::string_view line) {
  return line.contains("No space left on device") || line.contains("Disk quota exceeded");
}

/// Clang ends by a dump of its stack, and asks for a report, where it cannot write. Its lines name files that users do not know.
std::string told_of_full_disk(const std::string& messages, const std::string& temporary_folder,
                              const std::string& output) {
  if (!is_about_full_disk(messages)) return messages;
  std::string kept;
  std::string_view rest = messages;
  rest = rest.substr(0, rest.find("PLEASE submit a bug report"));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    if (!is_about_full_disk(line) && !line.contains("linker command failed")) kept += line;
    rest.remove_prefix(end);
  }
  return kept + fmt::format("riffle cc: {}\n", full_disk(temporary_folder, output));
}

/// Only packages have a clang without them.
bool lacks_sanitizers(std::string_view messages) {
  return messages.contains("cannot open") && messages.contains("libclang_rt.");
}

/// Empty: there is none.
std::string address_space_limit() {
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) return {};
  return fmt::format(
      "the address space is limited to {} MiB (ulimit -v), 8192 MiB are enough; 'ulimit -v "
      "unlimited' removes the limit",
      space.rlim_cur >> 20U);
}

/// Of what may end clang by a signal. Empty: neither is small.
std::string small_limit() {
  constexpr rlim_t kEnoughStack = 8U << 20U;
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < kEnoughStack)
    return fmt::format(
        "the stack is limited to {} KiB (ulimit -s), 8192 KiB are enough; 'ulimit -s 8192' raises "
        "the limit",
        stack.rlim_cur >> 10U);
  return address_space_limit();
}

/// As the dynamic loader, LLVM and the C++ library say it.
bool lacks_memory(std::string_view messages) {
  return messages.contains("failed to map segment") || messages.contains("out of memory") ||
         messages.contains("Cannot allocate memory") || messages.contains("cannot allocate") ||
         messages.contains("std::bad_alloc");
}

}  // namespace

void explain_crash(const FinishedProcess& finished, const std::string& source) {
  if (finished.exit_code <= 128) return;
  const std::string limit = small_limit();
  say("riffle cc: clang was ended by signal {} while compiling '{}'{}{}\n",
      finished.exit_code - 128, source, limit.empty() ? "" : ": ", limit);
}

Status no_space_left(const std::string& temporary_folder, const std::string& output) {
  return error(Code::kOperatingSystem, full_disk(temporary_folder, output));
}

std::string Failures::explained(std::string messages, const Toolchain& toolchain,
                                const std::string& temporary_folder, const std::string& output) {
  if (lacks_sanitizers(messages)) return fmt::format("riffle cc: {}\n", kNoSanitizers);
  if (const std::string limit = address_space_limit(); !limit.empty() && lacks_memory(messages))
    return fmt::format("riffle cc: clang could not get memory: {}\n", limit);
  if (missing_part(messages) != MissingPart::kNone) {
    if (!missing_library_.empty()) return {};
    missing_library_ = missing_standard_library(toolchain, messages);
    if (!missing_library_.empty()) return fmt::format("riffle cc: {}\n", missing_library_);
  }
  return told_of_full_disk(messages, temporary_folder, output);
}

}  // namespace riffle::tool
