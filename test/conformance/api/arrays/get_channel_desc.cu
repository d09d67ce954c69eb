// SPDX-License-Identifier: Apache-2.0
// cudaGetChannelDesc: the format of arrays of each shape, and of a level of a mipmapped one; what is refused.
#include "../../capturing.h"

static void tell(const char *what, cudaArray_const_t array) {
  cudaChannelFormatDesc d = {77, 77, 77, 77, cudaChannelFormatKindNone};
  cudaError_t error = cudaGetChannelDesc(&d, array);
  std::printf("%s: %s %d %d %d %d kind %d\n", what, name_of(error), d.x, d.y, d.z, d.w, static_cast<int>(d.f));
}
template <class T>
static void make(const char *what, cudaExtent extent, unsigned flags = 0) {
  auto format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  MUST(cudaMalloc3DArray(&array, &format, extent, flags));
  tell(what, array);
  MUST(cudaFreeArray(array));
}

CASES() {
  make<float>("float line", make_cudaExtent(8, 0, 0));
  make<uchar4>("uchar4 plane", make_cudaExtent(8, 4, 0));
  make<short2>("short2 cube", make_cudaExtent(8, 4, 2));
  make<uint4>("uint4 layers", make_cudaExtent(8, 4, 2), cudaArrayLayered);
  make<int>("int surface", make_cudaExtent(8, 4, 0), cudaArraySurfaceLoadStore);
  auto half = cudaCreateChannelDescHalf2();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &half, 4, 4));
  tell("half2", array);
  auto format = cudaCreateChannelDesc<float2>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 3));
  cudaArray_t level;
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 2));
  tell("level of float2", level);
  std::printf("refused\n");
  tell("null", nullptr);
  SHOW(cudaGetChannelDesc(nullptr, array));
  show_last_error("after refused calls");
  cudaChannelFormatDesc d;
  show_captured("half2", [&](cudaStream_t) { return cudaGetChannelDesc(&d, array); });
}
