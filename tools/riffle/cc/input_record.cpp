// SPDX-License-Identifier: Apache-2.0
#include "cc/input_record.h"

#include <filesystem>
#include <utility>

#include "base/cache_folder.h"
#include "base/options.h"
#include "cc/ready_headers.h"
#include "cc/unit_files.h"
#include "file.h"
#include "install.h"

namespace riffle::tool {

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

std::optional<Inputs> InputRecord::inputs(const CompileOptions& options, const Plan& plan,
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
