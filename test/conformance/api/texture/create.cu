// SPDX-License-Identifier: Apache-2.0
// Texture objects, made of resources of each type.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void make(const char *what, const cudaResourceDesc &r, const cudaTextureDesc &d,
                 const cudaResourceViewDesc *v = nullptr) {
  cudaTextureObject_t t = 0;
  if (show(what, cudaCreateTextureObject(&t, &r, &d, v)) == cudaSuccess) MUST(cudaDestroyTextureObject(t));
  (void)cudaGetLastError();
}

static cudaResourceDesc line_of(const void *at, cudaChannelFormatDesc format, std::size_t bytes) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear = {const_cast<void *>(at), format, bytes};
  return r;
}

static cudaResourceDesc plane_of(const void *at, cudaChannelFormatDesc format, std::size_t w, std::size_t h, std::size_t pitch) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D = {const_cast<void *>(at), format, w, h, pitch};
  return r;
}

static void ask_modes(const char *what, const cudaResourceDesc &r) {
  std::printf("modes of %s\n", what);
  const cudaTextureDesc plain = {};
  for (int value : {0, 1, 2, 3, 4, -1}) {
    char name[64];
    cudaTextureDesc d = plain;
    d.addressMode[0] = static_cast<cudaTextureAddressMode>(value);
    std::snprintf(name, sizeof name, "address mode %d", value);
    make(name, r, d);
    d = plain;
    d.addressMode[2] = static_cast<cudaTextureAddressMode>(value);
    std::snprintf(name, sizeof name, "third address mode %d", value);
    make(name, r, d);
    for (int read : {0, 1}) {
      d = plain;
      d.filterMode = static_cast<cudaTextureFilterMode>(value);
      d.readMode = static_cast<cudaTextureReadMode>(read);
      std::snprintf(name, sizeof name, "filter mode %d, read mode %d", value, read);
      make(name, r, d);
      d.normalizedCoords = 1;
      make("  by size", r, d);
    }
    d = plain;
    d.readMode = static_cast<cudaTextureReadMode>(value);
    std::snprintf(name, sizeof name, "read mode %d", value);
    make(name, r, d);
    d = plain;
    d.normalizedCoords = value;
    std::snprintf(name, sizeof name, "normalized %d", value);
    make(name, r, d);
    d = plain;
    d.mipmapFilterMode = static_cast<cudaTextureFilterMode>(value);
    std::snprintf(name, sizeof name, "mipmap filter %d", value);
    make(name, r, d);
    d = plain;
    d.sRGB = value;
    std::snprintf(name, sizeof name, "sRGB %d", value);
    make(name, r, d);
    d.readMode = cudaReadModeNormalizedFloat;
    make("  as float", r, d);
    d = plain;
    d.seamlessCubemap = value;
    std::snprintf(name, sizeof name, "seamless %d", value);
    make(name, r, d);
    d = plain;
    d.disableTrilinearOptimization = value;
    std::snprintf(name, sizeof name, "trilinear %d", value);
    make(name, r, d);
  }
  for (unsigned most : {1u, 2u, 16u, 17u, 100u, 4294967295u}) {
    cudaTextureDesc d = plain;
    d.maxAnisotropy = most;
    make(("anisotropy " + std::to_string(most)).c_str(), r, d);
  }
  for (float bias : {-17.0f, 17.0f, kNan, kInfinity}) {
    cudaTextureDesc d = plain;
    d.mipmapLevelBias = bias;
    make("bias", r, d);
    d = plain;
    d.minMipmapLevelClamp = bias;
    make("clamp", r, d);
    d = plain;
    d.borderColor[0] = bias;
    make("border", r, d);
  }
  cudaTextureDesc d = plain;
  d.minMipmapLevelClamp = 3;
  d.maxMipmapLevelClamp = 1;
  make("clamps that cross", r, d);
  for (auto address : {cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeClamp, cudaAddressModeBorder})
    for (bool normalized : {false, true}) make(mode_name("", reading(address, cudaFilterModePoint, normalized)).c_str(), r,
                                               reading(address, cudaFilterModePoint, normalized));
}

// cudaCreateTextureObject: arguments, resources of each type, alignment and size of plain memory, modes that do not go
// together, views, captures.
CASE(create_texture_object) {
  const auto format = cudaCreateChannelDesc<float>();
  const auto bytes = cudaCreateChannelDesc<uchar4>();
  const auto whole = cudaCreateChannelDesc<int>();
  cudaArray_t array, byte_array, int_array;
  MUST(cudaMallocArray(&array, &format, 8, 8));
  MUST(cudaMallocArray(&byte_array, &bytes, 8, 8));
  MUST(cudaMallocArray(&int_array, &whole, 8, 8));
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 3));
  const cudaTextureDesc plain = {};
  const cudaResourceDesc of_array = resource_of(array);
  cudaTextureObject_t t = 77;
  SHOW(cudaCreateTextureObject(nullptr, &of_array, &plain, nullptr));
  SHOW(cudaCreateTextureObject(&t, nullptr, &plain, nullptr));
  SHOW(cudaCreateTextureObject(&t, &of_array, nullptr, nullptr));
  SHOW(cudaCreateTextureObject(nullptr, nullptr, nullptr, nullptr));
  show_value("object", static_cast<long long>(t));
  show_last_error("after refused calls");
  make("array", of_array, plain);
  make("level of a mipmapped array", [&] {
    cudaArray_t level;
    MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
    return resource_of(level);
  }(), plain);
  make("mipmapped array", resource_of(mipmap), plain);
  make("null array", resource_of(static_cast<cudaArray_t>(nullptr)), plain);
  make("null mipmapped array", resource_of(static_cast<cudaMipmappedArray_t>(nullptr)), plain);
  t = 77;
  const cudaResourceDesc null_array = resource_of(static_cast<cudaArray_t>(nullptr));
  SHOW(cudaCreateTextureObject(&t, &null_array, &plain, nullptr));
  show_value("object", static_cast<long long>(t));
  for (int type : {4, 5, -1}) {
    cudaResourceDesc r = of_array;
    r.resType = static_cast<cudaResourceType>(type);
    make(("resource type " + std::to_string(type)).c_str(), r, plain);
  }
  cudaResourceDesc flagged = of_array;
  flagged.flags = 1;
  make("flags of the resource", flagged, plain);
  ask_modes("an array of floats", of_array);
  ask_modes("an array of uchar4", resource_of(byte_array));
  ask_modes("an array of ints", resource_of(int_array));
  ask_modes("a mipmapped array", resource_of(mipmap));

  std::printf("plain memory\n");
  DeviceArray<char> memory(1 << 16);
  char *const m = memory.get();
  make("line", line_of(m, format, 64), plain);
  make("null", line_of(nullptr, format, 64), plain);
  make("host memory", line_of(&plain, format, 64), plain);
  for (int offset : {1, 4, 16, 32, 64, 128, 256, 512})
    make(("line at " + std::to_string(offset)).c_str(), line_of(m + offset, format, 64), plain);
  for (std::size_t size : {0, 1, 3, 4, 5, 1 << 16, (1 << 16) + 4, 1 << 20})
    make(("line of bytes " + std::to_string(size)).c_str(), line_of(m, format, size), plain);
  make("line of 2^27 elements", line_of(m, format, std::size_t(4) << 27), plain);
  make("line of more elements", line_of(m, format, (std::size_t(4) << 28) + 4), plain);
  make("line of 2^31 elements", line_of(m, format, (std::size_t(4) << 31)), plain);
  make("line of 2^32 bytes", line_of(m, cudaCreateChannelDesc<char>(), std::size_t(1) << 32), plain);
  make("three channels", line_of(m, cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat), 48), plain);
  make("mixed channels", line_of(m, cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned), 48), plain);
  make("no channels", line_of(m, cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindUnsigned), 48), plain);
  make("no kind", line_of(m, cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindNone), 48), plain);
  make("a float of 8 bits", line_of(m, cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat), 48), plain);
  make("64 bits", line_of(m, cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindUnsigned), 64), plain);
  make("plane", plane_of(m, format, 8, 8, 512), plain);
  make("plane of null", plane_of(nullptr, format, 8, 8, 512), plain);
  for (int offset : {1, 4, 16, 32, 64, 128, 256, 512})
    make(("plane at " + std::to_string(offset)).c_str(), plane_of(m + offset, format, 8, 8, 512), plain);
  for (int pitch : {0, 4, 16, 31, 32, 33, 36, 48, 64, 96, 100, 128, 256, 512})
    make(("pitch " + std::to_string(pitch)).c_str(), plane_of(m, format, 8, 8, static_cast<std::size_t>(pitch)), plain);
  make("no width", plane_of(m, format, 0, 8, 512), plain);
  make("no height", plane_of(m, format, 8, 0, 512), plain);
  make("one row, pitch of it", plane_of(m, format, 8, 1, 32), plain);
  make("wider than the pitch", plane_of(m, format, 129, 8, 512), plain);
  make("larger than the memory", plane_of(m, format, 128, 1024, 512), plain);
  make("very wide", plane_of(m, format, 131072, 1, 524288), plain);
  make("too wide", plane_of(m, format, 131073, 1, 524800), plain);
  make("very high", plane_of(m, format, 8, 65000, 32), plain);
  make("too high", plane_of(m, format, 8, 65001, 32), plain);
  make("higher", plane_of(m, format, 8, 131073, 32), plain);
  make("pitch 2^21 - 32", plane_of(m, format, 8, 2, (std::size_t(1) << 21) - 32), plain);
  make("pitch 2^21", plane_of(m, format, 8, 2, std::size_t(1) << 21), plain);
  ask_modes("a line of floats", line_of(m, format, 64));
  ask_modes("a line of uchar4", line_of(m, bytes, 64));
  ask_modes("a plane of floats", plane_of(m, format, 8, 8, 512));

  std::printf("views\n");
  cudaResourceViewDesc v = {};
  make("array, empty view", of_array, plain, &v);
  v.format = cudaResViewFormatFloat1;
  v.width = 8;
  v.height = 8;
  make("array", of_array, plain, &v);
  make("mipmapped array", resource_of(mipmap), plain, &v);
  make("line", line_of(m, format, 64), plain, &v);
  make("plane", plane_of(m, format, 8, 8, 512), plain, &v);
  v.firstLayer = 1;
  make("layers of an array that has none", of_array, plain, &v);
  v.firstLayer = 0;
  v.lastLayer = 1;
  make("a last layer", of_array, plain, &v);
  v.lastLayer = 0;
  v.lastMipmapLevel = 1;
  make("a last level", of_array, plain, &v);
  v.lastMipmapLevel = 0;
  v.reserved[0] = 1;
  make("reserved words", of_array, plain, &v);

  show_captured("array", [&](cudaStream_t) { return cudaCreateTextureObject(&t, &of_array, &plain, nullptr); });
  show_captured("null array", [&](cudaStream_t) { return cudaCreateTextureObject(&t, &null_array, &plain, nullptr); });
  show_captured("null", [&](cudaStream_t) { return cudaCreateTextureObject(nullptr, &of_array, &plain, nullptr); });
}
