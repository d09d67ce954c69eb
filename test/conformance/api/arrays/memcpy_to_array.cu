// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyToArray: bytes that run on from row to row, each direction, what is refused, captures.
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
  const auto up = cudaMemcpyHostToDevice;
  tell("all of it", cudaMemcpyToArray(array, 0, 0, host, 24, up));
  tell("a row and a half", cudaMemcpyToArray(array, 0, 0, host, 12, up));
  tell("from (4, 0) to (4, 2)", cudaMemcpyToArray(array, 4, 0, host, 16, up));
  tell("the last row", cudaMemcpyToArray(array, 0, 2, host, 8, up));
  tell("from the device", cudaMemcpyToArray(array, 2, 1, device, 4, cudaMemcpyDeviceToDevice));
  tell("default", cudaMemcpyToArray(array, 0, 0, host, 4, cudaMemcpyDefault));
  tell("no bytes", cudaMemcpyToArray(array, 0, 0, host, 0, up));
  std::printf("refused\n");
  tell("no array", cudaMemcpyToArray(nullptr, 0, 0, host, 8, up));
  tell("no source", cudaMemcpyToArray(array, 0, 0, nullptr, 8, up));
  tell("more than there is", cudaMemcpyToArray(array, 0, 0, host, 26, up));
  tell("more than there is from (2, 2)", cudaMemcpyToArray(array, 2, 2, host, 8, up));
  tell("offset past the row", cudaMemcpyToArray(array, 10, 0, host, 2, up));
  tell("row past the last", cudaMemcpyToArray(array, 0, 3, host, 2, up));
  tell("half an element", cudaMemcpyToArray(array, 0, 0, host, 3, up));
  tell("unknown kind", cudaMemcpyToArray(array, 0, 0, host, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, no array", cudaMemcpyToArray(nullptr, 0, 0, host, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, too much", cudaMemcpyToArray(array, 0, 0, host, 26, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, no source", cudaMemcpyToArray(array, 0, 0, nullptr, 8, static_cast<cudaMemcpyKind>(9)));
  tell("negative kind", cudaMemcpyToArray(array, 0, 0, host, 8, static_cast<cudaMemcpyKind>(-1)));
  tell("on the host", cudaMemcpyToArray(array, 0, 0, host, 8, cudaMemcpyHostToHost));
  tell("to the host", cudaMemcpyToArray(array, 0, 0, device, 8, cudaMemcpyDeviceToHost));
  tell("pageable as the device's", cudaMemcpyToArray(array, 0, 0, host, 8, cudaMemcpyDeviceToDevice));
  show_captured("all of it", [&](cudaStream_t) { return cudaMemcpyToArray(array, 0, 0, host, 24, up); });
}
