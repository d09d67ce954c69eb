// SPDX-License-Identifier: Apache-2.0
// What a texture object says of itself, and its end.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

namespace get_texture_object_resource_desc_ {
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

// cudaGetTextureObjectResourceDesc: what each kind of resource is told as; objects that are not there; captures.
CASE(get_texture_object_resource_desc) {
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
}  // namespace get_texture_object_resource_desc_

namespace get_texture_object_resource_view_desc_ {
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

// cudaGetTextureObjectResourceViewDesc: views that were given, objects that are not there; captures.
CASE(get_texture_object_resource_view_desc) {
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
}  // namespace get_texture_object_resource_view_desc_

namespace get_texture_object_texture_desc_ {
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

// cudaGetTextureObjectTextureDesc: each field as it was given or as it is taken (but the border's
// colour, which hardware does not tell); objects that are not there; captures.
CASE(get_texture_object_texture_desc) {
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
}  // namespace get_texture_object_texture_desc_

// cudaDestroyTextureObject: once, twice, of nothing; what it leaves, captures.
CASE(destroy_texture_object) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 8, 0));
  const cudaResourceDesc r = resource_of(array);
  const cudaTextureDesc d = {};
  cudaTextureObject_t t, other;
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  MUST(cudaCreateTextureObject(&other, &r, &d, nullptr));
  show_truth("two objects of one array differ", t != other);
  show_truth("neither is null", t != 0 && other != 0);
  SHOW(cudaDestroyTextureObject(t));
  SHOW(cudaDestroyTextureObject(t));
  show_last_error("after the second");
  SHOW(cudaDestroyTextureObject(0));
  show_last_error("after null");
  SHOW(cudaDestroyTextureObject(12345678));
  SHOW(cudaDestroyTextureObject(~0ull));
  show_last_error("after others");
  show_samples<float>("the other still reads", other, kPlane, {{1.5f, 2.5f, 0, 0, 0}});
  SHOW(cudaFreeArray(array));
  SHOW(cudaDestroyTextureObject(other));
  show_last_error("at the end");
  cudaArray_t more = noise_array(format, make_cudaExtent(8, 8, 0));
  const cudaResourceDesc of_more = resource_of(more);
  std::vector<cudaTextureObject_t> objects(3);
  for (auto &o : objects) MUST(cudaCreateTextureObject(&o, &of_more, &d, nullptr));
  std::size_t next = 0;
  show_captured("an object", [&](cudaStream_t) { return cudaDestroyTextureObject(objects[next++]); });
  show_captured("null", [&](cudaStream_t) { return cudaDestroyTextureObject(0); });
  show_captured("nothing", [&](cudaStream_t) { return cudaDestroyTextureObject(12345678); });
}
