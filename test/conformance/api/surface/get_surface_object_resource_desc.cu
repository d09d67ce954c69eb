// SPDX-License-Identifier: Apache-2.0
// cudaGetSurfaceObjectResourceDesc: arrays and levels; objects that are not there; captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void tell(const char *what, cudaSurfaceObject_t s, cudaArray_t array) {
  cudaResourceDesc r;
  std::memset(&r, 0x5a, sizeof r);
  const cudaError_t error = cudaGetSurfaceObjectResourceDesc(&r, s);
  std::printf("%s: %s", what, name_of(error));
  if (error == cudaSuccess)
    std::printf(" type %d flags %u same %d", static_cast<int>(r.resType), r.flags, r.res.array.array == array);
  std::printf("\n");
  (void)cudaGetLastError();
}

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array, level;
  MUST(cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore));
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 3, cudaArraySurfaceLoadStore));
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  cudaResourceDesc r = resource_of(array);
  cudaSurfaceObject_t s, of_level;
  MUST(cudaCreateSurfaceObject(&s, &r));
  tell("array", s, array);
  r = resource_of(level);
  MUST(cudaCreateSurfaceObject(&of_level, &r));
  tell("level", of_level, level);
  tell("null", 0, array);
  tell("nothing", 12345678, array);
  SHOW(cudaGetSurfaceObjectResourceDesc(nullptr, s));
  show_last_error("after refused calls");
  show_captured("array", [&](cudaStream_t) { return cudaGetSurfaceObjectResourceDesc(&r, s); });
  show_captured("nothing", [&](cudaStream_t) { return cudaGetSurfaceObjectResourceDesc(&r, 12345678); });
  MUST(cudaDestroySurfaceObject(s));
  tell("destroyed", s, array);
}
