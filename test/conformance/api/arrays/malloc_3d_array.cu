// SPDX-License-Identifier: Apache-2.0
// cudaMalloc3DArray: each shape that extent and flags name, extents that they forbid, refused arguments, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

static void make(const char *what, std::size_t width, std::size_t height, std::size_t depth, unsigned flags = 0) {
  const auto format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  cudaError_t error = show(what, cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags));
  if (error == cudaSuccess) {
    show_array("  it", array);
    MUST(cudaFreeArray(array));
  }
  cudaGetLastError();
}

CASES() {
  make("line", 8, 0, 0);
  make("plane", 8, 4, 0);
  make("cube", 8, 4, 2);
  make("layers of lines", 8, 0, 3, cudaArrayLayered);
  make("layers of planes", 8, 4, 3, cudaArrayLayered);
  make("cubemap", 8, 8, 6, cudaArrayCubemap);
  make("layers of cubemaps", 8, 8, 12, cudaArrayCubemap | cudaArrayLayered);
  make("surface", 8, 4, 2, cudaArraySurfaceLoadStore);
  make("gather", 8, 4, 0, cudaArrayTextureGather);
  std::printf("refused\n");
  make("nothing", 0, 0, 0);
  make("no width", 0, 4, 2);
  make("no height but depth", 8, 0, 2);
  make("no layers", 8, 4, 0, cudaArrayLayered);
  make("cubemap that is not square", 8, 4, 6, cudaArrayCubemap);
  make("cubemap of five faces", 8, 8, 5, cudaArrayCubemap);
  make("cubemap of twelve faces", 8, 8, 12, cudaArrayCubemap);
  make("layers of cubemaps, seven faces", 8, 8, 7, cudaArrayCubemap | cudaArrayLayered);
  make("gather of a cube", 8, 4, 2, cudaArrayTextureGather);
  make("gather of a line", 8, 0, 0, cudaArrayTextureGather);
  make("too deep", 1, 1, std::size_t(1) << 20);
  make("too many layers", 1, 1, 1 << 16, cudaArrayLayered);
  cudaArray_t array = nullptr;
  auto format = cudaCreateChannelDesc<int>();
  SHOW(cudaMalloc3DArray(nullptr, &format, make_cudaExtent(8, 4, 2)));
  SHOW(cudaMalloc3DArray(&array, nullptr, make_cudaExtent(8, 4, 2)));
  format.y = 16;
  SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 2)));
  show_truth("untouched", array == nullptr);
  show_last_error("after refused calls");
  format.y = 0;
  show_captured("no width", [&](cudaStream_t) { return cudaMalloc3DArray(&array, &format, make_cudaExtent(0, 4, 2)); });
  show_captured("no layers", [&](cudaStream_t) {
    return cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 0), cudaArrayLayered);
  });
  show_captured("cube", [&](cudaStream_t) { return cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 2)); });
}
