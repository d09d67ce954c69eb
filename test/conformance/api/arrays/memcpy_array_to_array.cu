// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyArrayToArray: bytes that run on from row to row, arrays of other widths, what is refused, captures.
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
  const auto format = cudaCreateChannelDesc<short>();
  cudaArray_t from, line;
  MUST(cudaMallocArray(&to, &format, 4, 3));
  MUST(cudaMallocArray(&from, &format, 4, 3));
  MUST(cudaMallocArray(&line, &format, 12, 0));
  clear(to, 8, 3);
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(from, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy2DToArray(line, 0, 0, image.data(), 24, 24, 1, cudaMemcpyHostToDevice));
  tell("all of it", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 24));
  tell("a row and a half", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 12));
  tell("from (4, 1) to (4, 0)", cudaMemcpyArrayToArray(to, 4, 0, from, 4, 1, 10));
  tell("one row", cudaMemcpyArrayToArray(to, 0, 2, from, 0, 1, 8));
  tell("from a line", cudaMemcpyArrayToArray(to, 0, 0, line, 0, 0, 8));
  tell("default", cudaMemcpyArrayToArray(to, 2, 0, from, 0, 0, 4, cudaMemcpyDefault));
  tell("no bytes", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 0));
  std::printf("refused\n");
  tell("no destination", cudaMemcpyArrayToArray(nullptr, 0, 0, from, 0, 0, 8));
  tell("no source", cudaMemcpyArrayToArray(to, 0, 0, nullptr, 0, 0, 8));
  tell("more than there is", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 26));
  tell("more than the destination has", cudaMemcpyArrayToArray(to, 2, 2, from, 0, 0, 8));
  tell("more than the source has", cudaMemcpyArrayToArray(to, 0, 0, from, 2, 2, 8));
  tell("half an element", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 3));
  tell("unknown kind", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8, static_cast<cudaMemcpyKind>(9)));
  tell("to the host", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8, cudaMemcpyDeviceToHost));
  show_captured("one row", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 0); });
  show_captured("no source", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, nullptr, 0, 0, 8); });
  show_captured("more than there is", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 26); });
  show_captured("unknown kind", [&](cudaStream_t) {
    return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8, static_cast<cudaMemcpyKind>(9));
  });
  show_captured("all of it", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 24); });
}
