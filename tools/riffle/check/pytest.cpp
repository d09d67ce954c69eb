// SPDX-License-Identifier: Apache-2.0
#include "check/pytest.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "install.h"

namespace riffle::tool::check {
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
