// SPDX-License-Identifier: Apache-2.0
// Arrays of each shape, made and freed.
#include "../../cases.h"
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"
#include "../../gate.h"

namespace malloc_array_ {
static void make(const char *what, cudaChannelFormatDesc format, std::size_t width, std::size_t height,
                 unsigned flags = 0) {
  cudaArray_t array = nullptr;
  cudaError_t error = show(what, cudaMallocArray(&array, &format, width, height, flags));
  if (error == cudaSuccess) {
    show_array("  it", array);
    MUST(cudaFreeArray(array));
  }
  cudaGetLastError();
}

// cudaMallocArray: lines and planes, flags, formats and sizes that are refused, contents, captures.
CASE(malloc_array) {
  const auto format = cudaCreateChannelDesc<float>();
  make("line", format, 16, 0);
  make("plane", format, 16, 3);
  make("one row", format, 16, 1);
  make("one element", format, 1, 0);
  make("surface", format, 16, 3, cudaArraySurfaceLoadStore);
  make("gather", format, 16, 3, cudaArrayTextureGather);
  make("four channels of 8 bits", cudaCreateChannelDesc<uchar4>(), 5, 5);
  std::printf("refused\n");
  make("no width", format, 0, 0);
  make("no width but rows", format, 0, 3);
  make("gather of a line", format, 16, 0, cudaArrayTextureGather);
  for (unsigned flags : {cudaArrayLayered, cudaArrayCubemap, cudaArrayColorAttachment, 0x100, 0x8000})
    std::printf("flags %x: ", flags), make("refused", format, 16, 3, flags);
  make("three channels", cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat), 4, 4);
  make("mixed channels", cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("no bits", cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindFloat), 4, 4);
  make("no kind", cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindNone), 4, 4);
  make("64 bits", cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("a float of 8 bits", cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat), 4, 4);
  make("too wide", format, std::size_t(1) << 20, 0);
  make("too high", format, 4, std::size_t(1) << 20);
  cudaArray_t array = nullptr, other = nullptr;
  SHOW(cudaMallocArray(nullptr, &format, 4, 4));
  SHOW(cudaMallocArray(&array, nullptr, 4, 4));
  show_truth("untouched", array == nullptr);
  array = reinterpret_cast<cudaArray_t>(&array);
  SHOW(cudaMallocArray(&array, &format, std::size_t(1) << 20, 0));
  show_truth("null", array == nullptr);
  show_last_error("after refused calls");
  std::printf("two of them\n");
  MUST(cudaMallocArray(&array, &format, 4, 1));
  MUST(cudaMallocArray(&other, &format, 4, 1));
  const float some[4] = {1, 2, 3, 4}, more[4] = {5, 6, 7, 8};
  float back[4] = {};
  MUST(cudaMemcpy2DToArray(array, 0, 0, some, 16, 16, 1, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy2DToArray(other, 0, 0, more, 16, 16, 1, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy2DFromArray(back, 16, array, 0, 0, 16, 1, cudaMemcpyDeviceToHost));
  show_row("the first", std::vector<int>(back, back + 4));
  show_captured("plane", [&](cudaStream_t) { return cudaMallocArray(&array, &format, 4, 4); });
  show_captured("no width", [&](cudaStream_t) { return cudaMallocArray(&array, &format, 0, 4); });
  show_captured("too wide", [&](cudaStream_t) { return cudaMallocArray(&array, &format, std::size_t(1) << 20, 4); });
  show_captured("gather of a line", [&](cudaStream_t) { return cudaMallocArray(&array, &format, 4, 0, cudaArrayTextureGather); });
  show_captured("unknown flag", [&](cudaStream_t) { return cudaMallocArray(&array, &format, 4, 4, 0x8000); });
  show_captured("null", [&](cudaStream_t) { return cudaMallocArray(nullptr, &format, 4, 4); });
  const auto mixed = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
  show_captured("mixed channels", [&](cudaStream_t) { return cudaMallocArray(&array, &mixed, 4, 4); });
}
}  // namespace malloc_array_

namespace malloc_3d_array_ {
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

// cudaMalloc3DArray: each shape that extent and flags name, extents that they forbid, refused arguments, captures.
CASE(malloc_3d_array) {
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
}  // namespace malloc_3d_array_

// cudaFreeArray: null, arrays of each shape, a level of a mipmapped one, memory comes back, waiting, captures.
CASE(free_array) {
  prepare_gates();
  SHOW(cudaFreeArray(nullptr));
  const auto format = cudaCreateChannelDesc<float4>();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 64, 0));
  SHOW(cudaFreeArray(array));
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 8, 12), cudaArrayLayered | cudaArrayCubemap));
  SHOW(cudaFreeArray(array));
  std::printf("again and again\n");
  for (int i = 0; i < 200; ++i) {
    MUST(cudaMallocArray(&array, &format, 1024, 1024));  // 16 MiB
    MUST(cudaFreeArray(array));
  }
  show_truth("done", true);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFreeArray(nullptr); });
  MUST(cudaMallocArray(&array, &format, 64, 64));
  show_while_busy("an array", stream, [&] { return cudaFreeArray(array); });
  MUST(cudaMallocArray(&array, &format, 64, 64));
  show_captured("null", [](cudaStream_t) { return cudaFreeArray(nullptr); });
  bool refused = false;
  show_captured("an array", [&](cudaStream_t) {
    // Freed once at most.
    if (array == nullptr) return cudaErrorUnknown;
    cudaError_t error = cudaFreeArray(array);
    refused = refused || error != cudaSuccess;
    if (error == cudaSuccess) array = nullptr;
    return error;
  });
  show_truth("refused once", refused);
}
