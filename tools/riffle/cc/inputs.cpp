// SPDX-License-Identifier: Apache-2.0
#include "cc/inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/cache_folder.h"
#include "base/options.h"
#include "cc/ready_headers.h"
#include "cc/unit_files.h"
#include "file.h"
#include "install.h"

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

Status InputRecord::start(ProcessGroup& processes) {
  if (Status status = folder_.create(); !status) return status;
  // The loader takes blanks and colons for what separates names. A program whose processes were not watched is not kept.
  const std::string library = installation().library_folder + "/libriffle_inputs.so";
  std::error_code ignored;
  if (library.find_first_of(" :\t\n") == std::string::npos &&
      std::filesystem::exists(library, ignored))
    processes.watch(library, path());
  return write_file(path(), "");
}

std::optional<Inputs> InputRecord::inputs(const NvccOptions& options, const BuildPlan& plan,
                                          const UsedHeaders& headers,
                                          const std::string& folder) const {
  namespace fs = std::filesystem;
  // The folder of the output goes away too: the output is made for the cache. A program that was made from a device, a pipe or
  // a file of the system's own making is not kept: such a file cannot be compared later.
  const std::vector<std::string> own_folders{folder,
                                             folder_.path(),
                                             fs::absolute(plan.output).parent_path().string(),
                                             ready_headers_folder(),
                                             cache_folder(options_of_programs()),
                                             kInputPath,
                                             "/dev/null",
                                             "/dev/urandom",
                                             "/proc/cpuinfo"};
  std::optional<Inputs> found =
      read_inputs_record(path(), own_folders, plan.units.size() + 1, plan.output);
  if (!found) return std::nullopt;
  for (const std::vector<std::string>& more :
       {headers_of(plan.units), options.options_files, plan.device_link.inputs}) {
    for (const std::string& file : more) {
      if (!file.starts_with(folder + "/")) found->read.push_back(file);
    }
  }
  for (std::string& name : headers.names_not_found(options))
    found->absent.push_back(std::move(name));
  for (const std::string& searched : options.include_folders) {
    std::error_code failure;
    const std::string mark = searched + "/" + kForeignToolkitMark;
    (fs::exists(mark, failure) ? found->there : found->absent).push_back(mark);
  }
  return found;
}

}  // namespace riffle::tool
