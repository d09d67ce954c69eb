// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2DArrayToArray: offsets and widths in bytes, other elements, nothing to copy, what is refused, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

static cudaArray_t to;
static void tell(const char *what, cudaError_t error) {
  show(what, error);
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  array", bytes_of(to, 8, 3), 8);
  clear(to, 8, 3);
  cudaGetLastError();
}

CASES() {
  const auto format = cudaCreateChannelDesc<short>(), other = cudaCreateChannelDesc<int>();
  cudaArray_t from, wide;
  MUST(cudaMallocArray(&to, &format, 4, 3));
  MUST(cudaMallocArray(&from, &format, 4, 3));
  MUST(cudaMallocArray(&wide, &other, 2, 3));
  clear(to, 8, 3);
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(from, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy2DToArray(wide, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  tell("the whole array", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3));
  tell("from (2, 1) to (4, 0)", cudaMemcpy2DArrayToArray(to, 4, 0, from, 2, 1, 4, 2));
  tell("default", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 1, cudaMemcpyDefault));
  tell("onto itself", cudaMemcpy2DArrayToArray(to, 0, 0, to, 0, 1, 8, 1));
  tell("other elements", cudaMemcpy2DArrayToArray(to, 0, 0, wide, 0, 0, 8, 3));
  std::printf("nothing to copy\n");
  tell("no width", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 0, 3));
  tell("no rows", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 0));
  tell("no rows, no source", cudaMemcpy2DArrayToArray(to, 0, 0, nullptr, 0, 0, 8, 0));
  std::printf("refused\n");
  tell("no destination", cudaMemcpy2DArrayToArray(nullptr, 0, 0, from, 0, 0, 8, 3));
  tell("no source", cudaMemcpy2DArrayToArray(to, 0, 0, nullptr, 0, 0, 8, 3));
  tell("neither", cudaMemcpy2DArrayToArray(nullptr, 0, 0, nullptr, 0, 0, 8, 3));
  tell("too wide, no destination", cudaMemcpy2DArrayToArray(nullptr, 0, 0, from, 0, 0, 10, 3));
  tell("too wide", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 10, 3));
  tell("too wide for the destination", cudaMemcpy2DArrayToArray(to, 2, 0, from, 0, 0, 8, 3));
  tell("too wide for the source", cudaMemcpy2DArrayToArray(to, 0, 0, from, 2, 0, 8, 3));
  tell("too high for the destination", cudaMemcpy2DArrayToArray(to, 0, 1, from, 0, 0, 8, 3));
  tell("too high for the source", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 1, 8, 3));
  tell("half an element", cudaMemcpy2DArrayToArray(to, 0, 0, from, 1, 0, 2, 1));
  tell("unknown kind", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, static_cast<cudaMemcpyKind>(9)));
  tell("to the device", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, cudaMemcpyHostToDevice));
  tell("to the host", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, cudaMemcpyDeviceToHost));
  tell("on the host", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, cudaMemcpyHostToHost));
  show_captured("the whole array", [&](cudaStream_t) { return cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3); });
}
