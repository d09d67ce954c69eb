// SPDX-License-Identifier: Apache-2.0
#include "check/tools.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cc/option_table.h"
#include "file.h"
#include "install.h"

namespace riffle::tool::check {
namespace {

constexpr std::array<std::string_view, 7> kTools = {"mem",  "init", "race", "block",
                                                    "sync", "leak", "api"};

bool has_tool(const std::string& tools, std::string_view tool) {
  return ("," + tools + ",").contains("," + std::string(tool) + ",");
}

std::string every_tool() { return fmt::format("{}", fmt::join(kTools, ",")); }

/// How kernels are compiled: so that they say what they touch, or ask before. Empty: as ever. Where block and sync choose blocks,
/// these have code of their own.
std::string accesses_for(const std::string& tools) {
  if (tools == kUsualTools) return "checked";
  if (has_tool(tools, "block") || has_tool(tools, "sync")) return "threads";
  if (has_tool(tools, "mem") || has_tool(tools, "init")) return "checked";
  return has_tool(tools, "race") ? "on" : "";
}

/// With the library that tells of the program's system calls (src/race/preload), without which the host's own accesses
/// are not looked at. Not in a program whose sanitizer must be the first library: then it is empty.
std::string preloaded_into(const std::string& program) {
  const std::string library = installation().library_folder + "/libriffle_check.so";
  if (library.find_first_of(" :") != std::string::npos || access(library.c_str(), R_OK) != 0)
    return {};
  if (const Result<std::string> file = read_file(program); file && file->contains("libasan.so"))
    return {};
  const char* const before = std::getenv("LD_PRELOAD");
  return before != nullptr && *before != 0 ? library + ":" + before : library;
}

}  // namespace

Result<std::string> parse_tools(const std::string& option, const std::string& list) {
  if (list == "all") return every_tool();
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string tool = list.substr(begin, end - begin);
    if (std::ranges::find(kTools, tool) == kTools.end())
      return error(Code::kInvalidValue, fmt::format("{}: expected all or a list of {}; got '{}'",
                                                    option, fmt::join(kTools, ", "), tool));
    begin = end + 1;
  }
  return list;
}

std::vector<std::pair<std::string, std::string>> environment_of_checked(
    const std::string& tools, const std::string& program, const std::string& findings) {
  std::vector<std::pair<std::string, std::string>> variables = {
      {"RIFFLE_CHECK", findings},
      {"RIFFLE_CHECK_TOOLS", tools == kUsualTools ? every_tool() : tools}};
  if (std::string accesses = accesses_for(tools); !accesses.empty())
    variables.emplace_back("RIFFLE_ACCESSES", std::move(accesses));
  if (tools == kUsualTools || has_tool(tools, "race"))
    if (std::string libraries = preloaded_into(program); !libraries.empty())
      variables.emplace_back("LD_PRELOAD", std::move(libraries));
  return variables;
}

std::vector<std::string> with_lines(std::vector<std::string> program) {
  const std::optional<Language> language = language_of(program[0]);
  if (program[0].starts_with("-") || (language && *language != Language::kObject))
    program.insert(program.begin(), "-g");
  return program;
}

namespace {

bool is_pytest(const std::vector<std::string>& program) {
  const std::string name = std::filesystem::path(program[0]).filename();
  if (name == "pytest" || name == "py.test") return true;
  if (!name.starts_with("python")) return false;
  const auto module = std::ranges::find(program, "-m");
  return module != program.end() && module + 1 != program.end() && *(module + 1) == "pytest";
}

/// Behind what the user has there already.
std::string extended(const char* name, const std::string& separator, const std::string& word) {
  const char* const before = std::getenv(name);
  return before != nullptr && *before != 0 ? before + separator + word : word;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> environment_of_pytest(
    const std::vector<std::string>& program, const std::vector<std::string>& report) {
  if (!is_pytest(program)) return {};
  return {{"RIFFLE_CHECK_REPORTER", nlohmann::json(report).dump()},
          {"PYTHONPATH", extended("PYTHONPATH", ":", installation().private_folder + "/python")},
          {"PYTEST_ADDOPTS", extended("PYTEST_ADDOPTS", " ", "-p riffle_check_pytest")}};
}

}  // namespace riffle::tool::check
