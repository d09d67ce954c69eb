// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyFromArray: bytes that run on from row to row, each direction, what is refused, captures.
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
  tell("all of it", cudaMemcpyFromArray(host, array, 0, 0, 24, down));
  tell("a row and a half", cudaMemcpyFromArray(host, array, 0, 0, 12, down));
  tell("from (4, 0) to (4, 2)", cudaMemcpyFromArray(host, array, 4, 0, 16, down));
  tell("the last row", cudaMemcpyFromArray(host, array, 0, 2, 8, down));
  tell("default", cudaMemcpyFromArray(host, array, 2, 1, 4, cudaMemcpyDefault));
  DeviceArray<unsigned char> device(24);
  SHOW(cudaMemcpyFromArray(device, array, 4, 1, 8, cudaMemcpyDeviceToDevice));
  show_bytes("  device", device.read(), 8);
  tell("no bytes", cudaMemcpyFromArray(host, array, 0, 0, 0, down));
  std::printf("refused\n");
  tell("no array", cudaMemcpyFromArray(host, nullptr, 0, 0, 8, down));
  tell("no destination", cudaMemcpyFromArray(nullptr, array, 0, 0, 8, down));
  tell("more than there is", cudaMemcpyFromArray(host, array, 0, 0, 26, down));
  tell("more than there is from (2, 2)", cudaMemcpyFromArray(host, array, 2, 2, 8, down));
  tell("offset past the row", cudaMemcpyFromArray(host, array, 10, 0, 2, down));
  tell("row past the last", cudaMemcpyFromArray(host, array, 0, 3, 2, down));
  tell("half an element", cudaMemcpyFromArray(host, array, 0, 0, 3, down));
  tell("unknown kind", cudaMemcpyFromArray(host, array, 0, 0, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, no array", cudaMemcpyFromArray(host, nullptr, 0, 0, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, too much", cudaMemcpyFromArray(host, array, 0, 0, 26, static_cast<cudaMemcpyKind>(9)));
  tell("on the host", cudaMemcpyFromArray(host, array, 0, 0, 8, cudaMemcpyHostToHost));
  tell("to the device", cudaMemcpyFromArray(device, array, 0, 0, 8, cudaMemcpyHostToDevice));
  tell("pageable as the device's", cudaMemcpyFromArray(host, array, 0, 0, 8, cudaMemcpyDeviceToDevice));
  show_captured("all of it", [&](cudaStream_t) { return cudaMemcpyFromArray(host, array, 0, 0, 24, down); });
}
