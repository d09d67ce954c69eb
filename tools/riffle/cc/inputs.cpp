// SPDX-License-Identifier: Apache-2.0
#include "cc/inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "file.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;
using Paths = std::set<std::string, std::less<>>;

bool is_in(const std::string& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    return !folder.empty() && (path == folder || path.starts_with(folder + "/"));
  });
}

/// A linker writes beside the output and renames.
bool has_written(const Paths& written, const std::string& output) {
  const auto found = written.lower_bound(output);
  return found != written.end() && found->starts_with(output);
}

}  // namespace

std::optional<Inputs> read_inputs_record(const std::string& record,
                                         const std::vector<std::string>& own_folders,
                                         std::size_t processes, const std::string& output) {
  const Result<std::string> text = read_file(record);
  if (!text) return std::nullopt;
  std::map<std::string, Paths, std::less<>> of_kind;
  std::size_t started = 0;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    // A name with a line's end in it: the record cannot hold that.
    if (space == std::string::npos) return std::nullopt;
    const std::string kind = line.substr(0, space);
    if (kind == "start") {
      ++started;
      continue;
    }
    std::error_code failure;
    of_kind[kind].insert(fs::absolute(line.substr(space + 1), failure).string());
  }
  const Paths& written = of_kind["wrote"];
  if (started < processes || !has_written(written, fs::absolute(output).string()))
    return std::nullopt;
  Inputs inputs;
  const auto take = [&](const char* kind, std::vector<std::string>& list) {
    for (const std::string& path : of_kind[kind]) {
      if (!written.contains(path) && !is_in(path, own_folders)) list.push_back(path);
    }
  };
  take("read", inputs.read);
  take("there", inputs.there);
  take("absent", inputs.absent);
  take("listed", inputs.listed);
  return inputs;
}

}  // namespace riffle::tool
