// SPDX-License-Identifier: Apache-2.0
// cudaGetTextureObjectResourceViewDesc: views that were given, objects that are not there; captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void tell(const char *what, cudaTextureObject_t t) {
  cudaResourceViewDesc v;
  std::memset(&v, 0x5a, sizeof v);
  const cudaError_t error = cudaGetTextureObjectResourceViewDesc(&v, t);
  std::printf("%s: %s", what, name_of(error));
  if (error == cudaSuccess)
    std::printf(" format %d size %d %d %d levels %u %u layers %u %u", v.format, static_cast<int>(v.width),
                static_cast<int>(v.height), static_cast<int>(v.depth), v.firstMipmapLevel, v.lastMipmapLevel, v.firstLayer,
                v.lastLayer);
  std::printf("\n");
  (void)cudaGetLastError();
}

static cudaTextureObject_t make(const char *what, const cudaResourceDesc &r, const cudaResourceViewDesc *v) {
  cudaTextureObject_t t = 0;
  const cudaTextureDesc d = {};
  const cudaError_t error = cudaCreateTextureObject(&t, &r, &d, v);
  if (error != cudaSuccess)
    std::printf("%s: not made: %s\n", what, name_of(error));
  else
    tell(what, t);
  return t;
}

CASES() {
  const auto format = cudaCreateChannelDesc<short2>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 6, 0));
  cudaResourceViewDesc v = {};
  v.format = cudaResViewFormatUnsignedShort2;
  v.width = 8;
  v.height = 6;
  const cudaTextureObject_t t = make("array", resource_of(array), &v);
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 6, 0), 3));
  v.firstMipmapLevel = 1;
  v.lastMipmapLevel = 2;
  make("mipmapped", resource_of(mipmap), &v);
  cudaArray_t layers;
  MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(8, 6, 5), cudaArrayLayered));
  v.firstMipmapLevel = v.lastMipmapLevel = 0;
  v.depth = 5;
  v.firstLayer = 1;
  v.lastLayer = 3;
  make("layers", resource_of(layers), &v);
  tell("null", 0);
  tell("nothing", 12345678);
  show_last_error("after refused calls");
  show_captured("array", [&](cudaStream_t) { return cudaGetTextureObjectResourceViewDesc(&v, t); });
  show_captured("nothing", [&](cudaStream_t) { return cudaGetTextureObjectResourceViewDesc(&v, 12345678); });
  MUST(cudaDestroyTextureObject(t));
  tell("destroyed", t);
}
