// SPDX-License-Identifier: Apache-2.0
#include "doctor/distribution.h"

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace riffle::tool::doctor {
namespace {

struct Family {
  std::string_view id;  ///< as in ID or ID_LIKE
  std::string_view command;
  std::array<std::string_view, 2> names;  ///< by Package
};

constexpr std::array kFamilies = std::to_array<Family>({
    {"debian", "apt-get install", {"g++", "libopenblas0-pthread"}},
    {"ubuntu", "apt-get install", {"g++", "libopenblas0-pthread"}},
    {"fedora", "dnf install", {"gcc-c++", "openblas-threads"}},
    {"rhel", "dnf install", {"gcc-c++", "openblas-threads"}},
    {"suse", "zypper install", {"gcc-c++", "libopenblas_pthreads0"}},
    {"opensuse", "zypper install", {"gcc-c++", "libopenblas_pthreads0"}},
    {"arch", "pacman -S", {"gcc", "openblas"}},
});
constexpr std::array<std::string_view, 2> kAnywhere = {
    "install GCC's C++ compiler with this system's package manager",
    "install OpenBLAS (libopenblas.so.0) with this system's package manager"};

/// The value of `key` without its quotes.
std::string value_of(const std::string& os_release, std::string_view key) {
  std::istringstream lines(os_release);
  std::string line;
  while (std::getline(lines, line)) {
    if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != '=') continue;
    std::string value = line.substr(key.size() + 1);
    std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
    return value;
  }
  return {};
}

}  // namespace

std::string install_command(Package package, const std::string& os_release) {
  const auto which = static_cast<std::size_t>(package);
  // ID first: it is more precise than the relatives in ID_LIKE.
  std::istringstream words(value_of(os_release, "ID") + " " + value_of(os_release, "ID_LIKE"));
  for (std::string word; words >> word;) {
    for (const Family& family : kFamilies) {
      if (family.id == word.substr(0, word.find('-')))
        return fmt::format("{} {}", family.command, family.names[which]);
    }
  }
  return std::string(kAnywhere[which]);
}

std::string install_command(Package package) {
  std::ifstream file("/etc/os-release");
  return install_command(package, std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace riffle::tool::doctor
