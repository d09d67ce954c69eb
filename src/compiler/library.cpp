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

struct Library {
  CompileFunction* compile;
  LocateFunction* locate;
};

Result<Library> load() {
  std::string reasons;
  for (const std::string& path : candidates()) {
    // RTLD_LOCAL: the symbols of LLVM must not become the program's. RTLD_NODELETE: LLVM's statics
    // do not survive being unloaded.
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
      reasons += std::string(reasons.empty() ? "" : "; ") + ::dlerror();
      continue;
    }
    void* compile = ::dlsym(handle, kCompileSymbol);
    void* locate = ::dlsym(handle, kLocateSymbol);
    if (compile != nullptr && locate != nullptr) {
      return Library{reinterpret_cast<CompileFunction*>(compile),
                     reinterpret_cast<LocateFunction*>(locate)};
    }
    reasons += std::string(reasons.empty() ? "" : "; ") + path + ": no symbol " +
               (compile == nullptr ? kCompileSymbol : kLocateSymbol);
  }
  return error(Code::kOperatingSystem, "cannot load the kernel compiler: " + reasons);
}

const Result<Library>& library() {
  static const Result<Library> loaded = load();
  return loaded;
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
  const Result<Library>& loaded = library();
  if (!loaded) return std::unexpected(loaded.error());
  return loaded->compile;
}

std::string source_position(std::uintptr_t code) {
  Dl_info where{};
  if (::dladdr(reinterpret_cast<const void*>(code), &where) == 0 || where.dli_fname == nullptr ||
      !library()) {
    return {};
  }
  const auto offset = code - reinterpret_cast<std::uintptr_t>(where.dli_fbase);
  char* found = library()->locate(where.dli_fname, offset);
  std::string text = found == nullptr ? "" : found;
  std::free(found);
  return text;
}

}  // namespace riffle::compiler
