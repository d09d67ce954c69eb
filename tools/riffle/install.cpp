// SPDX-License-Identifier: Apache-2.0
#include "install.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <xxhash.h>

#include "base/cache_folder.h"
#include "base/options.h"
#include "version.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

Installation find() {
  std::error_code failure;
  fs::path executable = fs::read_symlink("/proc/self/exe", failure);
  if (failure) executable = "riffle";
  Installation found;
  found.executable = executable.string();
  const fs::path bin = executable.parent_path();
  const fs::path root = bin.parent_path();
  found.root = root.string();
  found.library_folder = (root / "lib").string();
  // Debian's own prefix, /usr, has a folder per processor instead.
  if (!fs::exists(root / "lib" / "libcudart.so.13", failure) &&
      fs::exists(root / kInstallLibraryFolder / "libcudart.so.13", failure)) {
    found.library_folder = (root / kInstallLibraryFolder).string();
  }
  found.include_folder = (root / "include").string();
  found.private_folder = (root / "lib" / "riffle").string();
  found.toolkit_folder = found.private_folder + "/toolkit";
  if (fs::exists(root / "llvm" / "bin" / "clang++", failure)) {
    found.llvm_folder = (root / "llvm" / "bin").string();
    found.library_folder = (root / "lib64").string();
    found.private_folder = found.library_folder + "/riffle";
    found.toolkit_folder = found.root;
  }
  // Written by the build, never installed: headers are used where they are edited.
  if (std::ifstream build_tree(bin / "riffle.build-tree"); build_tree) {
    std::getline(build_tree, found.include_folder);
  }
  return found;
}

}  // namespace

const Installation& installation() {
  static const Installation kInstallation = find();
  return kInstallation;
}

std::string toolkit_folder_of(int cuda_version) {
  const Installation& own = installation();
  if (cuda_version != kCudaVersion12) return own.toolkit_folder;
  // Package managers remove what they have installed, file by file, and a tree may be one that nobody may write to: its
  // folder is in the cache. Each of several installations has its own.
  const std::string cache =
      own.llvm_folder.empty() ? std::string() : cache_folder(options_of_programs());
  if (cache.empty()) return own.toolkit_folder + "-12";
  return fmt::format("{}/{:016x}", places_in_cache(cache, "toolkit-12").own,
                     XXH3_64bits(own.root.data(), own.root.size()));
}

}  // namespace riffle::tool
