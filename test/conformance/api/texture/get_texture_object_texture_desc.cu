// SPDX-License-Identifier: Apache-2.0
// cudaGetTextureObjectTextureDesc: each field as it was given or as it is taken (but the border's
// colour, which hardware does not tell); objects that are not there; captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void tell(const char *what, cudaTextureObject_t t) {
  cudaTextureDesc d;
  std::memset(&d, 0x5a, sizeof d);
  const cudaError_t error = cudaGetTextureObjectTextureDesc(&d, t);
  std::printf("%s: %s", what, name_of(error));
  if (error == cudaSuccess)
    std::printf(" address %d %d %d filter %d read %d sRGB %d normalized %d anisotropy %u mipmap %d bias %g clamp %g %g trilinear %d "
                "seamless %d",
                d.addressMode[0], d.addressMode[1], d.addressMode[2], d.filterMode, d.readMode, d.sRGB, d.normalizedCoords,
                d.maxAnisotropy, d.mipmapFilterMode, d.mipmapLevelBias, d.minMipmapLevelClamp, d.maxMipmapLevelClamp,
                d.disableTrilinearOptimization, d.seamlessCubemap);
  std::printf("\n");
  (void)cudaGetLastError();
}

static cudaTextureObject_t make(const char *what, const cudaResourceDesc &r, const cudaTextureDesc &d) {
  cudaTextureObject_t t = 0;
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  tell(what, t);
  return t;
}

CASES() {
  const auto format = cudaCreateChannelDesc<uchar4>();
  const auto floats = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 8, 0));
  cudaArray_t float_array = noise_array(floats, make_cudaExtent(8, 8, 0));
  const cudaResourceDesc r = resource_of(array), of_floats = resource_of(float_array);
  const cudaTextureObject_t t = make("nothing set", r, cudaTextureDesc{});
  make("nothing set, floats", of_floats, cudaTextureDesc{});
  cudaTextureDesc d = reading(cudaAddressModeMirror, cudaFilterModeLinear, true, cudaReadModeNormalizedFloat);
  d.addressMode[1] = cudaAddressModeBorder;
  d.addressMode[2] = cudaAddressModeClamp;
  d.sRGB = 1;
  for (int i = 0; i < 4; ++i) d.borderColor[i] = 0.25f * i - 0.3f;
  d.maxAnisotropy = 5;
  d.mipmapFilterMode = cudaFilterModeLinear;
  d.mipmapLevelBias = -1.3f;
  d.minMipmapLevelClamp = 0.7f;
  d.maxMipmapLevelClamp = 2.6f;
  d.disableTrilinearOptimization = 1;
  make("everything set", r, d);
  d.normalizedCoords = 7;
  d.sRGB = 3;
  d.maxAnisotropy = 100;
  d.mipmapLevelBias = 100;
  d.minMipmapLevelClamp = -3;
  d.maxMipmapLevelClamp = 99;
  d.disableTrilinearOptimization = 9;
  make("out of range", r, d);
  make("wrap by element", of_floats, reading(cudaAddressModeWrap, cudaFilterModePoint, false));
  make("mirror by element", of_floats, reading(cudaAddressModeMirror, cudaFilterModePoint, false));
  make("bytes as float", r, reading(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat));
  DeviceArray<char> memory(4096);
  cudaResourceDesc line = {};
  line.resType = cudaResourceTypeLinear;
  line.res.linear = {memory.get(), format, 128};
  make("line", line, cudaTextureDesc{});
  cudaArray_t cube = noise_array(floats, make_cudaExtent(4, 4, 6), cudaArrayCubemap);
  cudaTextureDesc seamless = reading(cudaAddressModeClamp, cudaFilterModeLinear, true);
  seamless.seamlessCubemap = 1;
  make("seamless cube", resource_of(cube), seamless);
  seamless.seamlessCubemap = 5;
  make("seamless by another number", resource_of(cube), seamless);
  make("line by size", line, reading(cudaAddressModeBorder, cudaFilterModePoint, true));
  tell("null", 0);
  tell("nothing", 12345678);
  SHOW(cudaGetTextureObjectTextureDesc(nullptr, t));
  show_last_error("after refused calls");
  show_captured("array", [&](cudaStream_t) { return cudaGetTextureObjectTextureDesc(&d, t); });
  show_captured("nothing", [&](cudaStream_t) { return cudaGetTextureObjectTextureDesc(&d, 12345678); });
  MUST(cudaDestroyTextureObject(t));
  tell("destroyed", t);
}
