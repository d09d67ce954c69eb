// SPDX-License-Identifier: Apache-2.0
// cudaMallocArray: lines and planes, flags, formats and sizes that are refused, contents, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

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

CASES() {
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
