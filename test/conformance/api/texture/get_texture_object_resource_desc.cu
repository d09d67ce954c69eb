// SPDX-License-Identifier: Apache-2.0
// cudaGetTextureObjectResourceDesc: what each kind of resource is told as; objects that are not there; captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void tell(const char *what, cudaTextureObject_t t, const cudaResourceDesc &given) {
  cudaResourceDesc r;
  std::memset(&r, 0x5a, sizeof r);
  const cudaError_t error = cudaGetTextureObjectResourceDesc(&r, t);
  std::printf("%s: %s", what, name_of(error));
  if (error == cudaSuccess) {
    std::printf(" type %d flags %u", static_cast<int>(r.resType), r.flags);
    const auto format = [](const cudaChannelFormatDesc &d) {
      std::printf(" format %d %d %d %d kind %d", d.x, d.y, d.z, d.w, static_cast<int>(d.f));
    };
    if (r.resType == cudaResourceTypeArray) std::printf(" same %d", r.res.array.array == given.res.array.array);
    if (r.resType == cudaResourceTypeMipmappedArray) std::printf(" same %d", r.res.mipmap.mipmap == given.res.mipmap.mipmap);
    if (r.resType == cudaResourceTypeLinear) {
      std::printf(" same %d bytes %d", r.res.linear.devPtr == given.res.linear.devPtr, static_cast<int>(r.res.linear.sizeInBytes));
      format(r.res.linear.desc);
    }
    if (r.resType == cudaResourceTypePitch2D) {
      std::printf(" same %d size %d %d pitch %d", r.res.pitch2D.devPtr == given.res.pitch2D.devPtr,
                  static_cast<int>(r.res.pitch2D.width), static_cast<int>(r.res.pitch2D.height),
                  static_cast<int>(r.res.pitch2D.pitchInBytes));
      format(r.res.pitch2D.desc);
    }
  }
  std::printf("\n");
  (void)cudaGetLastError();
}

static cudaTextureObject_t make(const char *what, const cudaResourceDesc &r) {
  cudaTextureObject_t t = 0;
  const cudaTextureDesc d = {};
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  tell(what, t, r);
  return t;
}

CASES() {
  const auto format = cudaCreateChannelDesc<short2>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 8, 0));
  const cudaTextureObject_t t = make("array", resource_of(array));
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 3));
  make("mipmapped", resource_of(mipmap));
  cudaArray_t level;
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  make("level", resource_of(level));
  DeviceArray<char> memory(4096);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear = {memory.get(), format, 100};
  make("line", r);
  r.res.linear = {memory.get(), format, 103};
  make("line of an odd size", r);
  r.res.linear = {memory.get(), cudaCreateChannelDescHalf2(), 64};
  make("line of half2", r);
  r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D = {memory.get(), format, 9, 3, 512};
  make("plane", r);
  tell("null", 0, r);
  tell("nothing", 12345678, r);
  SHOW(cudaGetTextureObjectResourceDesc(nullptr, t));
  show_last_error("after refused calls");
  show_captured("array", [&](cudaStream_t) { return cudaGetTextureObjectResourceDesc(&r, t); });
  show_captured("nothing", [&](cudaStream_t) { return cudaGetTextureObjectResourceDesc(&r, 12345678); });
  SHOW(cudaFreeArray(array));
  tell("freed array", t, resource_of(array));
  MUST(cudaDestroyTextureObject(t));
  tell("destroyed", t, r);
}
