// SPDX-License-Identifier: Apache-2.0
#include "cc/unit_files.h"

#include <set>

#include <fmt/format.h>

#include "cc/dependency_rule.h"
#include "cc/device_output.h"
#include "cc/plan.h"
#include "cc/temporary_folder.h"
#include "file.h"

namespace riffle::tool {

Status write_device_code(const NvccOptions& options, const std::string& image,
                         const std::string& source, const std::string& path) {
  const Result<std::string> content = device_file(options.device_output, image, source);
  if (!content) return std::unexpected(content.error());
  if (!path.empty()) return write_file(path, *content);
  fmt::print("{}", *content);
  return {};
}

Status convert(const NvccOptions& options, const Unit& unit) {
  Result<std::string> image = image_of_file(unit.source);
  if (!image) return std::unexpected(image.error());
  return write_device_code(options, *image, unit.source, unit.object);
}

Status write_host_code(const Unit& unit) {
  const Result<std::string> code = read_file(unit.assembly);
  if (!code) return std::unexpected(code.error());
  return write_file(unit.object, inline_assembly(*code));
}

Status finish_rule(const Unit& unit) {
  const Result<std::string> host = read_file(unit.host_dependencies);
  if (!host) return {};
  std::string rule = with_first(*host, unit.source);
  if (!unit.device_dependencies.empty()) {
    if (const Result<std::string> device = read_file(unit.device_dependencies))
      rule += what_is_new(rule, *device);
  }
  return rule == *host ? Status{} : write_file(unit.host_dependencies, rule);
}

std::vector<std::string> headers_of(const std::vector<Unit>& units) {
  std::vector<std::string> headers;
  std::set<std::string> seen;
  for (const Unit& unit : units) {
    for (const std::string& file : {unit.host_dependencies, unit.device_dependencies}) {
      if (file.empty()) continue;
      const Result<std::string> text = read_file(file);
      if (!text) continue;
      for (std::string& path : prerequisites(*text)) {
        if (seen.insert(path).second) headers.push_back(std::move(path));
      }
    }
  }
  return headers;
}

void remove_outputs(const BuildPlan& plan, const std::string& temporary_folder) {
  std::vector<std::string> files{plan.output, plan.device_link.object};
  for (const Unit& unit : plan.units)
    files.insert(files.end(), {unit.object, unit.host_dependencies});
  for (const std::string& file : files) {
    if (!file.empty() && file != "/dev/null" && !file.starts_with(temporary_folder + "/"))
      remove_partial(file);
  }
}

}  // namespace riffle::tool
