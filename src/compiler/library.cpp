// SPDX-License-Identifier: Apache-2.0
#include "compiler/library.h"

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace riffle::compiler {
namespace {

std::string folder_of(const std::string& file) {
  const auto slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash);
}

/// `path`, and before it the library that has the doors of all, if that lies there.
void add_candidate(std::vector<std::string>& paths, const std::string& path) {
  std::string all = folder_of(path) + "/" + kOwnLlvm;
  if (::access(all.c_str(), F_OK) == 0) paths.push_back(std::move(all));
  paths.push_back(path);
}

/// Where this code lies. Asked once, by whoever loads the first module: dladdr takes the loader's lock, and a thread in
/// dlclose, which has it, waits for the thread that compiles for a library that goes.
const std::vector<std::string>& own_folders() {
  static const std::vector<std::string> folders = [] {
    std::vector<std::string> found;
    Dl_info where{};
    if (::dladdr(reinterpret_cast<const void*>(&compiler_entry), &where) == 0 ||
        where.dli_fname == nullptr)
      return found;
    found.push_back(folder_of(where.dli_fname));
    // Programs load libnvrtc.so.13 through the toolkit folder too, where it is a link and nothing lies beside it.
    std::error_code failure;
    const std::string real = std::filesystem::canonical(where.dli_fname, failure).string();
    if (!failure && folder_of(real) != found[0]) found.push_back(folder_of(real));
    return found;
  }();
  return folders;
}

std::vector<std::string> candidates(const std::string& library) {
  std::vector<std::string> paths;
  if (library.find('/') != std::string::npos) {
    add_candidate(paths, library);
    return paths;
  }
  if (const char* own = std::getenv("RIFFLE_COMPILER");
      own != nullptr && library == kCompilerLibrary)
    paths.emplace_back(own);
  for (const std::string& folder : own_folders()) {
    add_candidate(paths, folder + "/" + library);
    paths.push_back(folder + "/../lib/" + library);
  }
  paths.push_back(library);
  return paths;
}

struct CompilerLibrary {
  CompileFunction* compile;
  LocateFunction* locate;
};

Result<CompilerLibrary> load() {
  const Result<void*> compile = library_symbol(kCompilerLibrary, kCompileSymbol);
  if (!compile) return std::unexpected(compile.error());
  const Result<void*> locate = library_symbol(kCompilerLibrary, kLocateSymbol);
  if (!locate) return std::unexpected(locate.error());
  return CompilerLibrary{reinterpret_cast<CompileFunction*>(*compile),
                         reinterpret_cast<LocateFunction*>(*locate)};
}

/// The dynamic loader's words do not say what has run out.
std::string limit_behind(const std::string& reasons) {
  rlimit space{};
  const bool is_memory = reasons.find("failed to map segment") != std::string::npos ||
                         reasons.find("annot allocate memory") != std::string::npos;
  if (!is_memory || ::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return {};
  constexpr rlim_t kMiB = rlim_t{1} << 20;
  return "the address space is limited to " + std::to_string(space.rlim_cur / kMiB) +
         " MiB (ulimit -v); 8192 MiB are enough: ";
}

const Result<CompilerLibrary>& library() {
  static const Result<CompilerLibrary> loaded = load();
  return loaded;
}

}  // namespace

Result<void*> library_symbol(const std::string& library, const char* symbol) {
  std::string reasons;
  for (const std::string& path : candidates(library)) {
    // RTLD_LOCAL: the symbols of LLVM must not become the program's. RTLD_NODELETE: LLVM's statics
    // do not survive being unloaded.
    void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (void* const found = handle != nullptr ? ::dlsym(handle, symbol) : nullptr) return found;
    const std::string reason =
        handle == nullptr ? ::dlerror() : path + ": no symbol " + std::string(symbol);
    // What stops one of the paths often stops all.
    if (reasons.contains(reason)) continue;
    reasons += (reasons.empty() ? "" : "; ") + reason;
  }
  return error(Code::kOperatingSystem,
               "cannot load the compiler: " + limit_behind(reasons) + reasons);
}

std::string library_identity(const std::string& library) {
  for (const std::string& path : candidates(library)) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) continue;
    return std::to_string(status.st_size) + ":" + std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
  }
  return {};
}

Result<CompileFunction*> compiler_entry() {
  const Result<CompilerLibrary>& loaded = library();
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
