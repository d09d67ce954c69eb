// SPDX-License-Identifier: Apache-2.0
// cudaMallocMipmappedArray: how many levels, how many at most, shapes, refused arguments, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

static void make(const char *what, cudaExtent extent, unsigned levels, unsigned flags = 0) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap = nullptr;
  cudaError_t error = cudaMallocMipmappedArray(&mipmap, &format, extent, levels, flags);
  std::printf("%s, %u levels: %s", what, levels, name_of(error));
  if (error == cudaSuccess) {
    unsigned count = 0;
    cudaArray_t level;
    while (count < 32 && cudaGetMipmappedArrayLevel(&level, mipmap, count) == cudaSuccess) ++count;
    std::printf(", has %u", count);
    MUST(cudaFreeMipmappedArray(mipmap));
  }
  std::printf("\n");
  std::fflush(stdout);
  cudaGetLastError();
}

CASES() {
  for (unsigned levels : {0, 1, 2, 3, 4, 5, 100}) make("line of 8", make_cudaExtent(8, 0, 0), levels);
  for (unsigned levels : {1, 4, 5, 9}) make("16 by 4", make_cudaExtent(16, 4, 0), levels);
  for (unsigned levels : {3, 9}) make("7 by 5 by 3", make_cudaExtent(7, 5, 3), levels);
  make("layers", make_cudaExtent(8, 8, 20), 9, cudaArrayLayered);
  make("cubemap", make_cudaExtent(8, 8, 6), 9, cudaArrayCubemap);
  make("layers of cubemaps", make_cudaExtent(4, 4, 12), 2, cudaArrayCubemap | cudaArrayLayered);
  make("surface", make_cudaExtent(8, 8, 0), 2, cudaArraySurfaceLoadStore);
  std::printf("refused\n");
  make("nothing", make_cudaExtent(0, 0, 0), 1);
  make("no width", make_cudaExtent(0, 8, 0), 1);
  make("no layers", make_cudaExtent(8, 8, 0), 1, cudaArrayLayered);
  make("cubemap that is not square", make_cudaExtent(8, 4, 6), 1, cudaArrayCubemap);
  make("too wide", make_cudaExtent(std::size_t(1) << 20, 8, 0), 1);
  cudaMipmappedArray_t mipmap = nullptr;
  auto format = cudaCreateChannelDesc<float>();
  SHOW(cudaMallocMipmappedArray(nullptr, &format, make_cudaExtent(8, 8, 0), 1));
  SHOW(cudaMallocMipmappedArray(&mipmap, nullptr, make_cudaExtent(8, 8, 0), 1));
  format.y = 8;
  SHOW(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 1));
  show_truth("untouched", mipmap == nullptr);
  show_last_error("after refused calls");
  format.y = 0;
  show_captured("no width", [&](cudaStream_t) {
    return cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(0, 8, 0), 2);
  });
  show_captured("no layers", [&](cudaStream_t) {
    return cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 2, cudaArrayLayered);
  });
  show_captured("two levels", [&](cudaStream_t) {
    return cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 2);
  });
}
