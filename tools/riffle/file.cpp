// SPDX-License-Identifier: Apache-2.0
#include "file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/statvfs.h>

#include <fmt/format.h>
#include <unistd.h>
#include <cstdlib>

namespace riffle::tool {

Result<std::string> read_file(const std::string& path) {
  // Opens like a file; only reading it fails, by an exception.
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return error(Code::kFileNotFound, fmt::format("cannot read '{}': it is a folder", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return error(Code::kFileNotFound,
                 fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  }
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

Status write_file(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const bool is_open = file.is_open();
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (file) return {};
  const int reason = errno;
  // A part of it would be taken for the whole.
  std::error_code ignored;
  if (is_open && std::filesystem::is_regular_file(path, ignored))
    std::filesystem::remove(path, ignored);
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path, std::strerror(reason)));
}

bool is_mounted_noexec(const std::string& path) {
  struct statvfs disk{};
  return statvfs(path.c_str(), &disk) == 0 && (disk.f_flag & ST_NOEXEC) != 0;
}

TemporaryFile::TemporaryFile(const std::string& prefix) {
  const char* const chosen = std::getenv("TMPDIR");
  for (const char* folder : {"/dev/shm", chosen != nullptr ? chosen : "/tmp"}) {
    std::string path =
        std::string(folder) + "/" + prefix + "." + std::to_string(getpid()) + "-XXXXXX";
    const int descriptor = mkstemp(path.data());
    if (descriptor < 0) continue;
    close(descriptor);
    path_ = path;
    return;
  }
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) unlink(path_.c_str());
}

}  // namespace riffle::tool
