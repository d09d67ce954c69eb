// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/openblas.h"

#include <cstdio>

#include <dlfcn.h>

namespace riffle::cublas {
namespace {

void* load() {
  void* const library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(
        stderr,
        "riffle: cuBLAS needs OpenBLAS, which could not be loaded: %s; install the package "
        "libopenblas0-pthread\n",
        dlerror());
  }
  return library;
}

void* library() {
  static void* const loaded = load();
  return loaded;
}

}  // namespace

bool openblas_is_there() { return library() != nullptr; }

void* openblas_symbol(const char* name) {
  const std::string decorated =
      std::string(name) + (std::string_view(name).starts_with("cblas_") ? "" : "_");
  return dlsym(library(), decorated.c_str());
}

}  // namespace riffle::cublas
