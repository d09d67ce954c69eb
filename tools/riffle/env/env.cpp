// SPDX-License-Identifier: Apache-2.0
// `riffle env`: the environment in which build systems and packages take Riffle for a CUDA toolkit.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cc/command_line.h"
#include "commands.h"
#include "help.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {
namespace {

struct EnvironmentVariable {
  std::string name;
  std::string value;
};

int print_help() {
  HelpPage page;
  page.section("NAME").literal(
      "riffle env - print what makes programs find Riffle as a CUDA toolkit");
  page.section("SYNOPSIS").literal("riffle env [--json | --github]");
  page.section("DESCRIPTION")
      .paragraph(
          "Prints the environment in which CMake, Meson, PyCUDA, Numba, cuda-core and tinygrad "
          "find "
          "Riffle as a CUDA toolkit: CUDA_PATH, CUDA_HOME, CUDA_ROOT, CUDAToolkit_ROOT, CUDACXX, "
          "PATH and LD_LIBRARY_PATH, as commands for a shell.");
  page.section("OPTIONS")
      .entry("--json", "Print it as a JSON object.")
      .entry("--github",
             "Add it to $GITHUB_ENV and $GITHUB_PATH, for the later steps of a GitHub Actions job.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES").literal("eval \"$(riffle env)\"\nriffle env --github");
  page.section("EXIT STATUS").literal("0  success\n1  a file cannot be written\n2  wrong options");
  fmt::print("{}", page.text());
  return 0;
}

/// What is one path each.
std::vector<EnvironmentVariable> toolchain_variables() {
  const std::string& root = installation().toolkit_folder;
  return {{"CUDA_PATH", root},  // CMake's FindCUDAToolkit, Meson, CuPy, cuda-core
          {"CUDA_HOME", root},  // Numba, PyTorch's and Python's extensions
          {"CUDA_ROOT", root},  // PyCUDA
          {"CUDAToolkit_ROOT", root},
          {"CUDACXX", root + "/bin/nvcc"}};  // CMake's language CUDA
}

/// Folders of commands: nvcc's, and that of riffle where it is another one.
std::vector<std::string> command_folders() {
  std::vector<std::string> folders{installation().toolkit_folder + "/bin"};
  const std::string& executable = installation().executable;
  if (std::string own = executable.substr(0, executable.find_last_of('/')); own != folders[0])
    folders.push_back(std::move(own));
  return folders;
}

/// `first` in front of the variable's present value, each of them once. Empty names in a list would be the current folder.
std::string joined(const char* name, const std::vector<std::string>& first) {
  std::vector<std::string> parts = first;
  const char* const present = std::getenv(name);
  std::string_view rest = present != nullptr ? present : "";
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(':'));
    rest.remove_prefix(part.size() == rest.size() ? part.size() : part.size() + 1);
    if (!part.empty() && std::ranges::find(first, part) == first.end()) parts.emplace_back(part);
  }
  return fmt::format("{}", fmt::join(parts, ":"));
}

EnvironmentVariable library_path() {
  constexpr const char* kName = "LD_LIBRARY_PATH";
  return {kName, joined(kName, {installation().library_folder})};
}

std::vector<EnvironmentVariable> all_variables() {
  std::vector<EnvironmentVariable> all = toolchain_variables();
  all.push_back({"PATH", joined("PATH", command_folders())});
  all.push_back(library_path());
  return all;
}

void print_for_shell() {
  for (const auto& [name, value] : all_variables())
    fmt::print("export {}={}\n", name, quoted({value}));
}

void print_json() {
  nlohmann::ordered_json object;
  for (auto& [name, value] : all_variables()) object[name] = value;
  fmt::print("{}\n", object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// Adds lines to the file that `variable` names.
int append_lines(const char* variable, const std::string& lines) {
  const char* const path = std::getenv(variable);
  std::ofstream file(path, std::ios::app);
  if (file << lines && file.flush()) return 0;
  say("riffle env: cannot write '{}' ({}): {}\n", path, variable, std::strerror(errno));
  return 1;
}

int write_for_github() {
  for (const char* name : {"GITHUB_ENV", "GITHUB_PATH"}) {
    const char* const path = std::getenv(name);
    if (path != nullptr && *path != '\0') continue;
    say("riffle env: --github works only in a step of GitHub Actions: {} is not set\n", name);
    return 2;
  }
  std::string lines;
  for (const auto& [name, value] : toolchain_variables())
    lines += fmt::format("{}={}\n", name, value);
  const EnvironmentVariable libraries = library_path();
  lines += fmt::format("{}={}\n", libraries.name, libraries.value);
  if (const int failed = append_lines("GITHUB_ENV", lines); failed != 0) return failed;
  // The runner puts each line in front of those before it.
  const std::vector<std::string> folders = command_folders();
  lines.clear();
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) lines += *folder + "\n";
  return append_lines("GITHUB_PATH", lines);
}

}  // namespace

int env_command(const std::vector<std::string>& arguments) {
  bool json = false;
  bool github = false;
  for (const std::string& argument : arguments) {
    if (argument == "-h" || argument == "--help") return print_help();
    if (argument != "--json" && argument != "--github") {
      say("riffle env: unknown {} '{}'; see 'riffle env --help'\n",
          argument.starts_with('-') ? "option" : "argument", argument);
      return 2;
    }
    (argument == "--json" ? json : github) = true;
  }
  if (json && github) {
    say("riffle env: expected one of --json and --github, got both\n");
    return 2;
  }
  if (github) return write_for_github();
  json ? print_json() : print_for_shell();
  return 0;
}

}  // namespace riffle::tool
