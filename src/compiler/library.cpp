// SPDX-License-Identifier: Apache-2.0
#include "compiler/library.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace riffle::compiler {
namespace {

std::vector<std::string> candidates() {
  std::vector<std::string> paths;
  if (const char* own = std::getenv("RIFFLE_COMPILER")) paths.emplace_back(own);
  Dl_info where{};
  if (::dladdr(reinterpret_cast<const void*>(&compiler_entry), &where) != 0 &&
      where.dli_fname != nullptr) {
    std::string folder = where.dli_fname;
    const auto slash = folder.rfind('/');
    folder = slash == std::string::npos ? "." : folder.substr(0, slash);
    paths.push_back(folder + "/" + kCompilerLibrary);
    paths.push_back(folder + "/../lib/" + kCompilerLibrary);
  }
  paths.emplace_back(kCompilerLibrary);
  return paths;
}

Result<CompileFunction*> load() {
  std::string reasons;
  for (const std::string& path : candidates()) {
    // RTLD_LOCAL: the symbols of LLVM must not become the program's. RTLD_NODELETE: LLVM's statics
    // do not survive being unloaded.
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
      reasons += std::string(reasons.empty() ? "" : "; ") + ::dlerror();
      continue;
    }
    if (void* symbol = ::dlsym(handle, kCompileSymbol))
      return reinterpret_cast<CompileFunction*>(symbol);
    reasons += std::string(reasons.empty() ? "" : "; ") + path + ": no symbol " + kCompileSymbol;
  }
  return error(Code::kOperatingSystem, "cannot load the kernel compiler: " + reasons);
}

}  // namespace

std::string compiler_identity() {
  for (const std::string& path : candidates()) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) continue;
    return std::to_string(status.st_size) + ":" + std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
  }
  return {};
}

Result<CompileFunction*> compiler_entry() {
  static const Result<CompileFunction*> entry = load();
  return entry;
}

}  // namespace riffle::compiler
