// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2DFromArray: offsets and widths in bytes, each direction, nothing to copy, what is refused, captures.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

static std::vector<unsigned char> back(32, 0xee);
static void tell(const char *what, cudaError_t error) {
  show(what, error);
  if (error == cudaSuccess) show_bytes("  memory", back, 8);
  back.assign(32, 0xee);
  cudaGetLastError();
}

CASES() {
  const auto format = cudaCreateChannelDesc<short>();  // 4 by 3 elements of 2 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 4, 3));
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(array, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  void *host = back.data();
  const auto down = cudaMemcpyDeviceToHost;
  tell("the whole array", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, down));
  tell("from (2, 1), pitch 10", cudaMemcpy2DFromArray(host, 10, array, 2, 1, 4, 2, down));
  tell("default", cudaMemcpy2DFromArray(host, 8, array, 0, 2, 8, 1, cudaMemcpyDefault));
  tell("one row, pitch 0", cudaMemcpy2DFromArray(host, 0, array, 0, 2, 8, 1, down));
  DeviceArray<unsigned char> device(24);
  SHOW(cudaMemcpy2DFromArray(device, 8, array, 4, 0, 4, 3, cudaMemcpyDeviceToDevice));
  show_bytes("  device", device.read(), 8);
  std::printf("nothing to copy\n");
  tell("no width", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 0, 3, down));
  tell("no rows", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 0, down));
  tell("no rows, no array", cudaMemcpy2DFromArray(host, 8, nullptr, 0, 0, 8, 0, down));
  tell("no width, no destination", cudaMemcpy2DFromArray(nullptr, 8, array, 0, 0, 0, 3, down));
  std::printf("refused\n");
  tell("no array", cudaMemcpy2DFromArray(host, 8, nullptr, 0, 0, 8, 3, down));
  tell("no destination", cudaMemcpy2DFromArray(nullptr, 8, array, 0, 0, 8, 3, down));
  tell("pitch below the width", cudaMemcpy2DFromArray(host, 4, array, 0, 0, 8, 3, down));
  tell("too wide", cudaMemcpy2DFromArray(host, 10, array, 0, 0, 10, 3, down));
  tell("too wide from 2", cudaMemcpy2DFromArray(host, 8, array, 2, 0, 8, 3, down));
  tell("too high", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 4, down));
  tell("too high from 1", cudaMemcpy2DFromArray(host, 8, array, 0, 1, 8, 3, down));
  tell("half an element", cudaMemcpy2DFromArray(host, 8, array, 1, 0, 2, 1, down));
  tell("unknown kind", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, static_cast<cudaMemcpyKind>(9)));
  tell("to the device", cudaMemcpy2DFromArray(device, 8, array, 0, 0, 8, 3, cudaMemcpyHostToDevice));
  tell("pageable as the device's", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, cudaMemcpyDeviceToDevice));
  show_captured("the whole array", [&](cudaStream_t) {
    return cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, down);
  });
}
