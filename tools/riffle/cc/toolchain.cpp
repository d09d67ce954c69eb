// SPDX-License-Identifier: Apache-2.0
#include "cc/toolchain.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <unistd.h>

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

std::string find_program(const std::string& versioned, const std::string& folder,
                         const std::string& plain) {
  if (std::string path = find_in_path(versioned); !path.empty()) return path;
  std::string path = folder + "/" + plain;
  return access(path.c_str(), X_OK) == 0 ? path : std::string{};
}

}  // namespace

std::string find_in_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const std::size_t colon = rest.find(':');
    std::string path{rest.substr(0, colon)};
    if (path.empty()) path = ".";
    path += "/" + name;
    if (access(path.c_str(), X_OK) == 0) return path;
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
}

Result<Toolchain> find_toolchain(const std::string& llvm_folder) {
  Toolchain found;
  found.clang = find_program("clang++-22", llvm_folder, "clang++");
  if (found.clang.empty()) {
    return error(Code::kFileNotFound, "clang++-22 was not found in PATH or " + llvm_folder +
                                          "; install it with 'apt-get install clang-22 lld-22'");
  }
  found.has_lld = !find_program("ld.lld-22", llvm_folder, "ld.lld").empty();
  found.archiver = find_program("llvm-ar-22", llvm_folder, "llvm-ar");
  if (found.archiver.empty()) found.archiver = find_in_path("ar");
  std::error_code failure;
  const fs::path clang = fs::canonical(found.clang, failure);
  const fs::path openmp = clang.parent_path().parent_path() / "lib" / "libomp.so";
  if (!failure && fs::exists(openmp, failure)) found.openmp = openmp.string();
  return found;
}

}  // namespace riffle::tool
