// SPDX-License-Identifier: Apache-2.0
#include "cc/toolchain.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <unistd.h>

#include <fmt/format.h>

#include "cc/process_group.h"
#include "compiler/library.h"
#include "doctor/distribution.h"
#include "install.h"

namespace riffle::tool {

namespace fs = std::filesystem;

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

std::string gcc_with_headers(const std::string& folder, const std::string& headers) {
  int newest = 0;
  int usable = 0;
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    int version = 0;
    std::from_chars(name.data(), name.data() + name.size(), version);
    if (version == 0 || !fs::exists(it->path() / "crtbegin.o", failure)) continue;
    newest = std::max(newest, version);
    if (fs::exists(fs::path(headers) / name, failure)) usable = std::max(usable, version);
  }
  return usable == 0 || usable == newest ? "" : fmt::format("{}/{}", folder, usable);
}

std::string find_llvm_program(const std::string& name, const std::string& llvm_folder) {
  const std::string& own = installation().llvm_folder;
  if (std::string path = own + "/" + name; !own.empty() && access(path.c_str(), X_OK) == 0)
    return path;
  if (std::string path = find_in_path(name + "-22"); !path.empty()) return path;
  std::string path = llvm_folder + "/" + name;
  return access(path.c_str(), X_OK) == 0 ? path : std::string{};
}

Result<Toolchain> find_toolchain(const std::string& llvm_folder) {
  const Installation& own = installation();
  if (!own.library_folder.empty() && !fs::exists(own.library_folder + "/libcudart.so.13"))
    return error(Code::kFileNotFound,
                 "'" + own.executable +
                     "' is a copy outside Riffle's folder, without the libraries that belong "
                     "beside it; make a link to the command in Riffle's folder instead");
  Toolchain found;
  found.clang = find_llvm_program("clang++", llvm_folder);
  if (found.clang.empty()) {
    return error(Code::kFileNotFound, "clang++-22 was not found in PATH or " + llvm_folder +
                                          "; install it with 'apt-get install clang-22 lld-22'");
  }
  found.has_lld = !find_llvm_program("ld.lld", llvm_folder).empty();
  found.archiver = find_llvm_program("llvm-ar", llvm_folder);
  if (found.archiver.empty()) found.archiver = find_in_path("ar");
  found.code =
      own.llvm_folder.empty() ? found.clang : own.library_folder + "/" + compiler::kOwnLlvm;
  found.gcc_folder = gcc_with_headers("/usr/lib/gcc/x86_64-linux-gnu", "/usr/include/c++");
  std::error_code failure;
  const fs::path clang = fs::canonical(found.clang, failure);
  const fs::path openmp = clang.parent_path().parent_path() / "lib" / "libomp.so";
  if (!failure && fs::exists(openmp, failure)) found.openmp = openmp.string();
  return found;
}

namespace {

bool succeeds(const CommandLine& line) {
  ProcessGroup processes;
  if (!processes.start(line, false)) return true;
  const Result<FinishedProcess> finished = processes.wait();
  return !finished || finished->exit_code == 0;
}

/// Whether a program without code compiles, and links if `linked`.
bool can_compile(const Toolchain& toolchain, bool linked) {
  CommandLine line{toolchain.clang, "-x", "c++", "-include", "cstdlib", "/dev/null"};
  if (linked) {
    line.insert(line.end(), {"-shared", "-o", "/dev/null"});
    if (toolchain.has_lld) line.emplace_back("-fuse-ld=lld");
  } else {
    line.emplace_back("-fsyntax-only");
  }
  return succeeds(line);
}

}  // namespace

MissingPart missing_part(std::string_view messages) {
  if (messages.contains("file not found")) return MissingPart::kHeaders;
  // The first three are lld's, the others GNU ld's.
  for (const std::string_view sign :
       {"cannot open Scrt1.o", "cannot open crt", "unable to find library", "cannot find Scrt1.o",
        "cannot find crt", "cannot find -l"}) {
    if (messages.contains(sign)) return MissingPart::kLinkFiles;
  }
  return MissingPart::kNone;
}

std::string missing_standard_library(const Toolchain& toolchain, std::string_view messages) {
  const MissingPart part = missing_part(messages);
  if (part == MissingPart::kNone || can_compile(toolchain, part == MissingPart::kLinkFiles))
    return {};
  return fmt::format("no C++ standard library was found on this machine; to install one: {}",
                     doctor::install_command(doctor::Package::kCompiler));
}

}  // namespace riffle::tool
