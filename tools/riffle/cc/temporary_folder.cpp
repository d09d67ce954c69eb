// SPDX-License-Identifier: Apache-2.0
#include "cc/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace riffle::tool {

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (remove_) std::filesystem::remove_all(path_, ignored);
}

Status TemporaryFolder::create() {
  const char* base = std::getenv("TMPDIR");
  std::string pattern =
      std::string{base != nullptr && *base != 0 ? base : "/tmp"} + "/riffle-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    return error(Code::kOperatingSystem,
                 fmt::format("cannot make a temporary folder '{}' (TMPDIR): {}", pattern,
                             std::strerror(errno)));
  }
  path_ = pattern;
  remove_ = true;
  return {};
}

Status TemporaryFolder::keep_in(const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    return error(Code::kOperatingSystem,
                 fmt::format("cannot make '{}': {}", folder, failure.message()));
  }
  path_ = folder;
  return {};
}

}  // namespace riffle::tool
