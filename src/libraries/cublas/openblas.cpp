// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/openblas.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>

namespace riffle::cublas {
namespace {

struct Library {
  void* handle;
  std::string prefix;  ///< in front of each of its names
};

/// The one of the Python package scipy-openblas32, installed beside the package that this library is in:
/// .../site-packages/riffle/tree/lib64 and .../site-packages/scipy_openblas32/lib.
std::string path_of_python_package() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&openblas_is_there), &own) == 0) return {};
  std::error_code failure;
  const auto packages = std::filesystem::canonical(own.dli_fname, failure)
                            .parent_path()
                            .parent_path()
                            .parent_path()
                            .parent_path();
  return failure ? "" : packages / "scipy_openblas32/lib/libscipy_openblas.so";
}

Library load() {
  void* handle = nullptr;
  if (const char* const chosen = std::getenv("RIFFLE_OPENBLAS");
      chosen != nullptr && *chosen != '\0') {
    handle = dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  } else {
    handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) handle = dlopen(path_of_python_package().c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == nullptr) {
    std::fprintf(
        stderr,
        "riffle: cuBLAS needs OpenBLAS, which could not be loaded: %s; install the package "
        "libopenblas0-pthread (apt), openblas (dnf) or scipy-openblas32 (pip)\n",
        dlerror());
    return {};
  }
  return {handle, dlsym(handle, "scipy_dgemm_") != nullptr ? "scipy_" : ""};
}

const Library& library() {
  static const Library loaded = load();
  return loaded;
}

}  // namespace

bool openblas_is_there() { return library().handle != nullptr; }

void* openblas_symbol(const char* name) {
  const std::string decorated =
      library().prefix + name + (std::string_view(name).starts_with("cblas_") ? "" : "_");
  return dlsym(library().handle, decorated.c_str());
}

}  // namespace riffle::cublas
