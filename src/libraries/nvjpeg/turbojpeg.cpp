// SPDX-License-Identifier: Apache-2.0
#include "libraries/nvjpeg/turbojpeg.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace riffle::nvjpeg {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

const TurboJpeg* load() {
  const char* const chosen = std::getenv("RIFFLE_TURBOJPEG");
  const bool is_chosen = chosen != nullptr && *chosen != '\0';
  void* const library = dlopen(is_chosen ? chosen : "libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
  static TurboJpeg found{};
  if (library != nullptr && find(library, "tjInitDecompress", found.init_decompress) &&
      find(library, "tjInitCompress", found.init_compress) &&
      find(library, "tjDestroy", found.destroy) &&
      find(library, "tjDecompressHeader3", found.decompress_header) &&
      find(library, "tjDecompress2", found.decompress) &&
      find(library, "tjDecompressToYUVPlanes", found.decompress_to_planes) &&
      find(library, "tjCompress2", found.compress) &&
      find(library, "tjCompressFromYUVPlanes", found.compress_planes) &&
      find(library, "tjBufSize", found.buffer_size) &&
      find(library, "tjPlaneWidth", found.plane_width) &&
      find(library, "tjPlaneHeight", found.plane_height) && find(library, "tjFree", found.free) &&
      find(library, "tjGetErrorCode", found.error_code))
    return &found;
  const char* const why = dlerror();
  std::fprintf(stderr,
               "riffle: nvJPEG needs libjpeg-turbo, which could not be loaded: %s; install "
               "libturbojpeg0, or name the library in RIFFLE_TURBOJPEG\n",
               why != nullptr ? why : "unknown reason");
  return nullptr;
}

}  // namespace

const TurboJpeg* turbojpeg() {
  static const TurboJpeg* const library = load();
  return library;
}

}  // namespace riffle::nvjpeg
