// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2DToArray: offsets and widths in bytes, each direction, nothing to copy, what is refused, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

static cudaArray_t array;
static void tell(const char *what, cudaError_t error) {
  show(what, error);
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  array", bytes_of(array, 8, 3), 8);
  clear(array, 8, 3);
  cudaGetLastError();
}

CASES() {
  const auto format = cudaCreateChannelDesc<short>();  // 4 by 3 elements of 2 bytes
  MUST(cudaMallocArray(&array, &format, 4, 3));
  clear(array, 8, 3);
  std::vector<unsigned char> image(32);
  for (int i = 0; i < 32; ++i) image[i] = static_cast<unsigned char>(i + 1);
  const void *host = image.data();
  DeviceArray<unsigned char> device(image);
  const auto up = cudaMemcpyHostToDevice, over = cudaMemcpyDeviceToDevice;
  tell("the whole array", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, up));
  tell("to (2, 1), pitch 10", cudaMemcpy2DToArray(array, 2, 1, host, 10, 4, 2, up));
  tell("from the device", cudaMemcpy2DToArray(array, 4, 0, device, 8, 4, 3, over));
  tell("default", cudaMemcpy2DToArray(array, 0, 0, device, 8, 8, 1, cudaMemcpyDefault));
  tell("one row, pitch 0", cudaMemcpy2DToArray(array, 0, 2, host, 0, 8, 1, up));
  std::printf("nothing to copy\n");
  tell("no width", cudaMemcpy2DToArray(array, 0, 0, host, 8, 0, 3, up));
  tell("no rows", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 0, up));
  tell("no width, no array", cudaMemcpy2DToArray(nullptr, 0, 0, host, 8, 0, 3, up));
  tell("no rows, no source", cudaMemcpy2DToArray(array, 0, 0, nullptr, 8, 8, 0, up));
  std::printf("refused\n");
  tell("no array", cudaMemcpy2DToArray(nullptr, 0, 0, host, 8, 8, 3, up));
  tell("no source", cudaMemcpy2DToArray(array, 0, 0, nullptr, 8, 8, 3, up));
  tell("pitch below the width", cudaMemcpy2DToArray(array, 0, 0, host, 4, 8, 3, up));
  tell("too wide", cudaMemcpy2DToArray(array, 0, 0, host, 10, 10, 3, up));
  tell("too wide from 2", cudaMemcpy2DToArray(array, 2, 0, host, 8, 8, 3, up));
  tell("too high", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 4, up));
  tell("too high from 1", cudaMemcpy2DToArray(array, 0, 1, host, 8, 8, 3, up));
  tell("half an element", cudaMemcpy2DToArray(array, 1, 0, host, 8, 2, 1, up));
  tell("unknown kind", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, static_cast<cudaMemcpyKind>(9)));
  tell("to the host", cudaMemcpy2DToArray(array, 0, 0, device, 8, 8, 3, cudaMemcpyDeviceToHost));
  tell("pageable as the device's", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, over));
  show_captured("the whole array", [&](cudaStream_t) { return cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, up); });
  show_captured("no rows", [&](cudaStream_t) { return cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 0, up); });
}
