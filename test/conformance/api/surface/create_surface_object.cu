// SPDX-License-Identifier: Apache-2.0
// cudaCreateSurfaceObject: arguments, arrays with and without the flag, resources that are no arrays, captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

static void make(const char *what, const cudaResourceDesc &r) {
  cudaSurfaceObject_t s = 0;
  if (show(what, cudaCreateSurfaceObject(&s, &r)) == cudaSuccess) MUST(cudaDestroySurfaceObject(s));
  (void)cudaGetLastError();
}

CASES() {
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
