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
  const auto tree = std::filesystem::canonical(own.dli_fname, failure).parent_path().parent_path();
  // Elsewhere what lies beside the tree is no Python package.
  if (failure || !std::filesystem::exists(tree.parent_path() / "__main__.py", failure)) return {};
  return tree.parent_path().parent_path() / "scipy_openblas32/lib/libscipy_openblas.so";
}

void* open() {
  if (const char* const chosen = std::getenv("RIFFLE_OPENBLAS");
      chosen != nullptr && *chosen != '\0')
    return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  if (const std::string package = path_of_python_package(); !package.empty()) {
    std::error_code failure;
    void* const handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr || !std::filesystem::exists(package, failure)) return handle;
    return dlopen(package.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  return dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
}

const char* prefix_in(void* handle) {
  return dlsym(handle, "scipy_dgemm_") != nullptr ? "scipy_" : "";
}

/// The newest processor that each OpenBLAS knows and whose instructions this one has; null: none with vectors of 256 bits.
const char* known_relative() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "Haswell" : nullptr;
}

/// An OpenBLAS that is older than the processor takes it for the oldest that it knows, and multiplies at a quarter of the
/// speed: it is told to take it for a relative, when it is loaded.
void* with_known_processor(void* handle) {
  constexpr const char* kSetting = "OPENBLAS_CORETYPE";
  using Name = const char*();
  auto* const name = reinterpret_cast<Name*>(
      dlsym(handle, (std::string(prefix_in(handle)) + "openblas_get_corename").c_str()));
  const char* const relative = known_relative();
  if (name == nullptr || relative == nullptr || std::getenv(kSetting) != nullptr ||
      std::string_view(name()) != "Prescott")
    return handle;
  dlclose(handle);
  setenv(kSetting, relative, 1);
  handle = open();
  unsetenv(kSetting);  // not for the processes that this one starts
  return handle;
}

Library load() {
  void* handle = open();
  if (handle != nullptr) handle = with_known_processor(handle);
  if (handle == nullptr) {
    std::fprintf(stderr,
                 "riffle: cuBLAS and cuSOLVER need OpenBLAS, which could not be loaded: %s; "
                 "install the package "
                 "libopenblas0-pthread (apt), openblas (dnf) or scipy-openblas32 (pip)\n",
                 dlerror());
    return {};
  }
  return {handle, prefix_in(handle)};
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
