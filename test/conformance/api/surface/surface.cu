// SPDX-License-Identifier: Apache-2.0
// Surface objects.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void make(const char *what, const cudaResourceDesc &r) {
  cudaSurfaceObject_t s = 0;
  if (show(what, cudaCreateSurfaceObject(&s, &r)) == cudaSuccess) MUST(cudaDestroySurfaceObject(s));
  (void)cudaGetLastError();
}

// cudaCreateSurfaceObject: arguments, arrays with and without the flag, resources that are no arrays, captures.
CASE(create_surface_object) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array, bare, cube, level;
  MUST(cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore));
  MUST(cudaMallocArray(&bare, &format, 8, 8));
  MUST(cudaMalloc3DArray(&cube, &format, make_cudaExtent(8, 8, 6), cudaArrayCubemap | cudaArraySurfaceLoadStore));
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 3, cudaArraySurfaceLoadStore));
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  const cudaResourceDesc r = resource_of(array);
  cudaSurfaceObject_t s = 77;
  SHOW(cudaCreateSurfaceObject(nullptr, &r));
  SHOW(cudaCreateSurfaceObject(&s, nullptr));
  show_value("object", static_cast<long long>(s));
  show_last_error("after refused calls");
  make("array", r);
  make("array without the flag", resource_of(bare));
  make("cube", resource_of(cube));
  make("level", resource_of(level));
  make("mipmapped array", resource_of(mipmap));
  make("null array", resource_of(static_cast<cudaArray_t>(nullptr)));
  const cudaResourceDesc of_bare = resource_of(bare);
  s = 77;
  SHOW(cudaCreateSurfaceObject(&s, &of_bare));
  show_truth("written", s != 77);
  (void)cudaGetLastError();
  for (int type : {4, -1}) {
    cudaResourceDesc other = r;
    other.resType = static_cast<cudaResourceType>(type);
    make(("resource type " + std::to_string(type)).c_str(), other);
  }
  DeviceArray<char> memory(4096);
  cudaResourceDesc line = {};
  line.resType = cudaResourceTypeLinear;
  line.res.linear = {memory.get(), format, 128};
  make("line", line);
  cudaResourceDesc plane = {};
  plane.resType = cudaResourceTypePitch2D;
  plane.res.pitch2D = {memory.get(), format, 8, 2, 512};
  make("plane", plane);
  cudaResourceDesc flagged = r;
  flagged.flags = 1;
  make("flags of the resource", flagged);
  for (auto d : {cudaCreateChannelDesc<uchar4>(), cudaCreateChannelDesc<short2>(), cudaCreateChannelDescHalf4(), cudaCreateChannelDesc<int4>()}) {
    cudaArray_t one;
    MUST(cudaMallocArray(&one, &d, 4, 4, cudaArraySurfaceLoadStore));
    make("another format", resource_of(one));
  }
  show_captured("array", [&](cudaStream_t) { return cudaCreateSurfaceObject(&s, &r); });
  show_captured("without the flag", [&](cudaStream_t) { return cudaCreateSurfaceObject(&s, &of_bare); });
  show_captured("null", [&](cudaStream_t) { return cudaCreateSurfaceObject(nullptr, &r); });
}

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

// cudaGetSurfaceObjectResourceDesc: arrays and levels; objects that are not there; captures.
CASE(get_surface_object_resource_desc) {
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

// cudaDestroySurfaceObject: once, twice, of nothing; captures.
CASE(destroy_surface_object) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 8, 0), cudaArraySurfaceLoadStore);
  const cudaResourceDesc r = resource_of(array);
  const cudaTextureDesc d = {};
  cudaSurfaceObject_t s, other;
  cudaTextureObject_t t;
  MUST(cudaCreateSurfaceObject(&s, &r));
  MUST(cudaCreateSurfaceObject(&other, &r));
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  show_truth("two objects of one array differ", s != other);
  show_truth("neither is null", s != 0 && other != 0);
  SHOW(cudaDestroySurfaceObject(s));
  SHOW(cudaDestroySurfaceObject(s));
  show_last_error("after the second");
  SHOW(cudaDestroySurfaceObject(0));
  show_last_error("after null");
  SHOW(cudaDestroySurfaceObject(12345678));
  SHOW(cudaDestroySurfaceObject(~0ull));
  show_last_error("after others");
  SHOW(cudaFreeArray(array));
  SHOW(cudaDestroySurfaceObject(other));
  cudaArray_t more = noise_array(format, make_cudaExtent(8, 8, 0), cudaArraySurfaceLoadStore);
  const cudaResourceDesc of_more = resource_of(more);
  std::vector<cudaSurfaceObject_t> objects(3);
  for (auto &o : objects) MUST(cudaCreateSurfaceObject(&o, &of_more));
  std::size_t next = 0;
  show_captured("an object", [&](cudaStream_t) { return cudaDestroySurfaceObject(objects[next++]); });
  show_captured("null", [&](cudaStream_t) { return cudaDestroySurfaceObject(0); });
  show_captured("nothing", [&](cudaStream_t) { return cudaDestroySurfaceObject(12345678); });
}
