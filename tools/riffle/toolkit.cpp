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
#include "toolkit_files.h"

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
    return error(Code::kInvalidValue, fmt::format("'{}' has no room for '{}'", source, text));
  }
  library.replace(at, end - at, text + std::string(end - at - text.size(), '\0'));
  return {};
}

}  // namespace

Status replace_file(const std::string& path, std::string_view content) {
  // A folder that is already right needs no permission to write.
  if (const Result<std::string> present = read_file(path); present && *present == content)
    return {};
  const std::string temporary = fmt::format("{}.{}", path, getpid());
  if (Status status = write_file(temporary, content); !status) return status;
  if (rename(temporary.c_str(), path.c_str()) == 0) return {};
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
  const std::string libraries = own.library_folder + "/";
  if (!prefix) return libraries;
  return prefix->empty() ? "" : *prefix + libraries.substr(own.root.size());
}

Status settle_toolkit(const std::optional<std::string>& prefix) {
  const Installation& own = installation();
  const std::string folder = own.toolkit_folder + "/lib64";
  const std::string libraries = real_libraries(prefix);
  const std::string& sources = own.private_folder;
  // It says for which place and from which files the libraries were made.
  std::string stamp = libraries + "\n";
  for (const LinkLibrary& library : kLinkLibraries)
    stamp += fmt::format("{}\n", time_of(sources + library.source));
  const std::string stamp_file = folder + "/made-for.txt";
  const Result<std::string> present = read_file(stamp_file);
  if (present && *present == stamp) return {};
  // As --relocatable leaves them they work where nobody may write, too.
  if (present && present->starts_with("\n") && access(folder.c_str(), W_OK) != 0) return {};
  for (const LinkLibrary& library : kLinkLibraries) {
    if (Status status =
            write_library(library, sources + library.source, libraries, folder + library.name);
        !status)
      return status;
  }
  return replace_file(stamp_file, stamp);
}

}  // namespace riffle::tool
