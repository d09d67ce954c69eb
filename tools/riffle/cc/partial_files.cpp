// SPDX-License-Identifier: Apache-2.0
#include "cc/partial_files.h"

#include <system_error>
#include <vector>

namespace riffle::tool {

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
