// SPDX-License-Identifier: Apache-2.0
#include "toolkit.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "file.h"
#include "install.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

/// Stands in libcudart.link, libcuda.link and libnvidia-ml.link where the library's path belongs, followed by slashes that make room
/// for it (src/api/CMakeLists.txt).
constexpr std::string_view kMark = "@RIFFLE_RUNTIME@";

/// Several builds may do this at the same time.
Status replace_file(const std::string& path, std::string_view content) {
  const std::string temporary = fmt::format("{}.{}", path, getpid());
  if (Status status = write_file(temporary, content); !status) return status;
  if (rename(temporary.c_str(), path.c_str()) == 0) return {};
  const int reason = errno;
  unlink(temporary.c_str());
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path, std::strerror(reason)));
}

/// Tells a new build or installation from the one before it.
std::int64_t time_of(const std::string& path) {
  std::error_code failure;
  return static_cast<std::int64_t>(fs::last_write_time(path, failure).time_since_epoch().count());
}

Result<std::string> library_naming(const std::string& runtime, const std::string& source) {
  Result<std::string> library = read_file(source);
  if (!library) return library;
  const std::size_t at = library->find(kMark);
  const std::size_t end = at == std::string::npos ? at : library->find('\0', at);
  if (end == std::string::npos || runtime.size() > end - at) {
    return error(Code::kInvalidValue,
                 fmt::format("'{}' has no room for the path '{}'", source, runtime));
  }
  library->replace(at, end - at, runtime + std::string(end - at - runtime.size(), '\0'));
  return library;
}

}  // namespace

Status settle_toolkit(const std::string& prefix) {
  const Installation& own = installation();
  const auto placed = [&](const std::string& path) {
    return prefix.empty() ? path : prefix + path.substr(own.root.size());
  };
  const std::string folder = own.toolkit_folder + "/lib64";
  const std::string libraries = placed(own.library_folder);
  const std::string runtime_source = own.root + "/lib/riffle/libcudart.link";
  const std::string driver_source = own.root + "/lib/riffle/libcuda.link";
  const std::string nvml_source = own.root + "/lib/riffle/libnvidia-ml.link";
  // Linkers take this text for an archive. Full paths: not all of them look beside the script.
  const std::string script = fmt::format(
      "/* {}; {} {} {} */\nINPUT(\"{}/libcudart.so\")\n", libraries, time_of(runtime_source),
      time_of(driver_source), time_of(nvml_source), placed(own.toolkit_folder) + "/lib64");
  const std::string script_file = folder + "/libcudart_static.a";
  if (Result<std::string> present = read_file(script_file); present && *present == script)
    return {};
  const Result<std::string> runtime =
      library_naming(libraries + "/libcudart.so.13", runtime_source);
  if (!runtime) return std::unexpected(runtime.error());
  const Result<std::string> driver = library_naming(libraries + "/libcuda.so.1", driver_source);
  if (!driver) return std::unexpected(driver.error());
  const Result<std::string> nvml = library_naming(libraries + "/libnvidia-ml.so.1", nvml_source);
  if (!nvml) return std::unexpected(nvml.error());
  const std::pair<const char*, const std::string&> files[] = {
      {"/libcudart.so", *runtime},       {"/libcuda.so", *driver},
      {"/stubs/libcuda.so", *driver},    {"/libnvidia-ml.so", *nvml},
      {"/stubs/libnvidia-ml.so", *nvml}, {"/libcudart_static.a", script}};
  for (const auto& [name, content] : files) {
    if (Status status = replace_file(folder + name, content); !status) return status;
  }
  return {};
}

}  // namespace riffle::tool
