// SPDX-License-Identifier: Apache-2.0
#include "cc/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <system_error>
#include <vector>

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

void remove_partial(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
}

void remove_unrenamed(const std::filesystem::path& object) {
  const std::string begin = object.stem().string() + "-";
  const std::string end = object.extension().string() + ".tmp";
  constexpr std::size_t kDigits = 8;
  const std::filesystem::path folder = object.has_parent_path() ? object.parent_path() : ".";
  std::error_code ignored;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator it(folder, ignored), last; !ignored && it != last;
       it.increment(ignored)) {
    const std::string name = it->path().filename().string();
    if (name.size() != begin.size() + kDigits + end.size() || !name.starts_with(begin) ||
        !name.ends_with(end))
      continue;
    if (name.find_first_not_of("0123456789abcdef", begin.size()) == begin.size() + kDigits)
      found.push_back(it->path());
  }
  for (const std::filesystem::path& file : found) remove_partial(file.string());
}

}  // namespace riffle::tool
