// SPDX-License-Identifier: Apache-2.0
#include "toolkit.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "file.h"
#include "install.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

/// Stand in libcudart.link, libcuda.link and their like for the library that a program will need, and for the one whose
/// functions are found in their place when a program opens them itself. Slashes that follow make room (src/api/CMakeLists.txt).
constexpr std::string_view kRuntimeMark = "@RIFFLE_RUNTIME@";
constexpr std::string_view kFilteeMark = "@RIFFLE_FILTEE@";

constexpr LinkLibrary kLinkLibraries[] = {
    {"/libcudart.so", "/libcudart.link", "libcudart.so.13", "$ORIGIN/libcudart.so.13"},
    {"/libcudart_static.a", "/libcudart_static.link", "libcudart.so.13", nullptr},
    {"/libcuda.so", "/libcuda.link", "libcuda.so.1", "$ORIGIN/libcudart.so.13"},
    {"/stubs/libcuda.so", "/libcuda.link", "libcuda.so.1", "$ORIGIN/../libcudart.so.13"},
    {"/libnvidia-ml.so", "/libnvidia-ml.link", "libnvidia-ml.so.1", "$ORIGIN/libnvidia-ml.so.1"},
    {"/stubs/libnvidia-ml.so", "/libnvidia-ml.link", "libnvidia-ml.so.1",
     "$ORIGIN/../libnvidia-ml.so.1"}};

/// Tells a new build or installation from the one before it.
std::int64_t time_of(const std::string& path) {
  std::error_code failure;
  return static_cast<std::int64_t>(fs::last_write_time(path, failure).time_since_epoch().count());
}

Status write_over(std::string& library, std::string_view mark, const std::string& text,
                  const std::string& source) {
  const std::size_t at = library.find(mark);
  const std::size_t end = at == std::string::npos ? at : library.find('\0', at);
  if (end == std::string::npos || text.size() > end - at) {
    return error(Code::kInvalidValue, fmt::format("no space for '{}' in '{}'", text, source));
  }
  library.replace(at, end - at, text + std::string(end - at - text.size(), '\0'));
  return {};
}

constexpr const char* kStampFile = "/made-for.txt";

std::string library_folder_for_linkers() { return installation().toolkit_folder + "/lib64"; }

/// The place that the libraries for linkers name, ending in a slash. Empty: they name none; none: they are not made yet.
std::optional<std::string> named_place() {
  const Result<std::string> stamp = read_file(library_folder_for_linkers() + kStampFile);
  if (!stamp) return std::nullopt;
  return stamp->substr(0, stamp->find('\n'));
}

/// By whichever links it is reached.
bool is_here(const std::string& place) {
  std::error_code failure;
  return place == installation().library_folder + "/" ||
         fs::equivalent(place, installation().library_folder, failure);
}

Status write_all(const std::string& folder, const std::string& libraries,
                 const std::string& stamp) {
  for (const LinkLibrary& library : kLinkLibraries) {
    if (Status status = write_library(library, installation().private_folder + library.source,
                                      libraries, folder + library.name);
        !status)
      return status;
  }
  return replace_file(folder + kStampFile, stamp);
}

}  // namespace

Status replace_file(const std::string& path, std::string_view content) {
  // A folder that is already right needs no permission to write.
  if (const Result<std::string> present = read_file(path); present && *present == content)
    return {};
  const std::string temporary = fmt::format("{}.{}", path, getpid());
  errno = 0;
  if (write_file(temporary, content) && rename(temporary.c_str(), path.c_str()) == 0) return {};
  const int reason = errno;
  unlink(temporary.c_str());
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path, std::strerror(reason)));
}

Status write_library(const LinkLibrary& library, const std::string& source,
                     const std::string& folder, const std::string& path) {
  Result<std::string> content = read_file(source);
  if (!content) return std::unexpected(content.error());
  if (Status status = write_over(*content, kRuntimeMark, folder + library.real, source); !status)
    return status;
  if (library.filtee != nullptr) {
    if (Status status = write_over(*content, kFilteeMark, library.filtee, source); !status)
      return status;
  }
  return replace_file(path, *content);
}

std::string real_libraries(const std::optional<std::string>& prefix) {
  const Installation& own = installation();
  const std::string here = own.library_folder + "/";
  if (prefix) return prefix->empty() ? "" : *prefix + here.substr(own.root.size());
  const std::optional<std::string> named = named_place();
  if (named && (named->empty() || is_here(*named))) return *named;
  // A packed tree may be moved or copied by anybody, and package managers know the content of its files.
  return own.llvm_folder.empty() ? here : "";
}

std::string foreign_place() {
  const std::optional<std::string> named = named_place();
  return named && !named->empty() && !is_here(*named) ? *named : "";
}

Status settle_toolkit(const std::optional<std::string>& prefix) {
  const Installation& own = installation();
  const std::string folder = library_folder_for_linkers();
  const std::string libraries = real_libraries(prefix);
  const std::string& sources = own.private_folder;
  // It says for which place the libraries were made, and from which files where builds change these.
  const bool is_packed = !own.llvm_folder.empty();
  std::string stamp = libraries + "\n";
  for (const LinkLibrary& library : kLinkLibraries)
    if (!is_packed) stamp += fmt::format("{}\n", time_of(sources + library.source));
  const Result<std::string> present = read_file(folder + kStampFile);
  if (present && *present == stamp) return {};
  // A copy does not keep the files' times to the nanosecond, and one that cannot be written is as whoever made it left it.
  const bool is_fixed = is_packed || access(folder.c_str(), W_OK) != 0;
  if (present && is_fixed && present->starts_with(libraries + "\n")) return {};
  const std::string foreign = foreign_place();
  const Status written = write_all(folder, libraries, stamp);
  if (written || foreign.empty() || prefix) return written;
  return error(Code::kOperatingSystem,
               fmt::format("{}; programs that g++ links with '{}' look for the runtime in '{}' "
                           "until 'riffle info' can write to that folder",
                           written.error().text, folder, foreign));
}

}  // namespace riffle::tool
