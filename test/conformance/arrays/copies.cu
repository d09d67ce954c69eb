// SPDX-License-Identifier: Apache-2.0
// Copies to, from and between two-dimensional arrays: offsets in bytes, rows, kinds, what is refused.
#include "array_helpers.h"

static cudaArray_t array, other, line;
static std::vector<unsigned char> image(64);
static std::vector<unsigned char> back(64);

template <class Copy>
static void to(const char *what, Copy copy) {
  clear(array, 16, 4);
  cudaError_t error = copy();
  std::printf("%s: %s\n", what, name_of(error));
  cudaGetLastError();
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  array", bytes_of(array, 16, 4), 16);
}
template <class Copy>
static void from(const char *what, Copy copy) {
  std::fill(back.begin(), back.end(), 0xee);
  cudaError_t error = copy();
  std::printf("%s: %s\n", what, name_of(error));
  cudaGetLastError();
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  memory", back, 16);
}
#define TO(...) to(#__VA_ARGS__, [&] { return __VA_ARGS__; })
#define FROM(...) from(#__VA_ARGS__, [&] { return __VA_ARGS__; })

int main() {
  auto format = cudaCreateChannelDesc<short2>();  // 4 x 4 elements of 4 bytes
  MUST(cudaMallocArray(&array, &format, 4, 4));
  MUST(cudaMallocArray(&other, &format, 4, 4));
  MUST(cudaMallocArray(&line, &format, 16, 0));
  for (int i = 0; i < 64; ++i) image[i] = i + 1;
  const void *p = image.data();
  void *q = back.data();
  DeviceArray<unsigned char> device(image);

  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 4, 1, p, 8, 8, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 4, 1, device.get(), 16, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyDefault));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyHostToHost));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyDeviceToHost));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, device.get(), 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 4, static_cast<cudaMemcpyKind>(9)));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 0, 4, static_cast<cudaMemcpyKind>(9)));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 0, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 16, 0, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(nullptr, 0, 0, p, 16, 0, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(nullptr, 0, 0, p, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, nullptr, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 8, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 8, 16, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 20, 20, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 4, 0, p, 16, 16, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 1, p, 16, 16, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 4, p, 16, 16, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 16, 0, p, 16, 4, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 2, 0, p, 16, 4, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 16, 6, 1, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArray(array, 0, 0, p, 17, 4, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DToArrayAsync(array, 8, 2, p, 8, 8, 2, cudaMemcpyHostToDevice, nullptr));

  TO(cudaMemcpyToArray(array, 0, 0, p, 64, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 40, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 8, 1, p, 24, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 8, 1, p, 36, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 1, p, 52, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 65, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 2, 0, p, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 6, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 20, 0, p, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 0, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, nullptr, 4, cudaMemcpyHostToDevice));
  TO(cudaMemcpyToArray(array, 0, 0, p, 4, cudaMemcpyDeviceToHost));
  TO(cudaMemcpyToArrayAsync(array, 4, 0, p, 20, cudaMemcpyHostToDevice, nullptr));

  MUST(cudaMemcpy2DToArray(other, 0, 0, p, 16, 16, 4, cudaMemcpyHostToDevice));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 10, other, 4, 1, 8, 3, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyDefault));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyHostToDevice));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 0, 16, 4, cudaMemcpyDeviceToDevice));
  FROM(cudaMemcpy2DFromArray(q, 16, other, 0, 1, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 8, other, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(q, 16, nullptr, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArray(nullptr, 16, other, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpy2DFromArrayAsync(q, 16, other, 8, 0, 8, 4, cudaMemcpyDeviceToHost, nullptr));
  FROM(cudaMemcpyFromArray(q, other, 0, 0, 64, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArray(q, other, 8, 1, 24, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArray(q, other, 8, 1, 48, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArrayAsync(q, other, 4, 2, 20, cudaMemcpyDeviceToHost, nullptr));

  TO(cudaMemcpy2DArrayToArray(array, 0, 0, other, 0, 0, 16, 4, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyDefault));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyHostToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 2, 8, 2, cudaMemcpyHostToHost));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, other, 8, 3, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpy2DArrayToArray(array, 4, 1, nullptr, 8, 3, 8, 2, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpyArrayToArray(array, 8, 1, other, 4, 0, 24, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpyArrayToArray(array, 0, 0, other, 0, 0, 64, cudaMemcpyDeviceToDevice));
  TO(cudaMemcpyArrayToArray(array, 0, 0, other, 4, 0, 36, cudaMemcpyDeviceToDevice));

  // One dimension: one row.
  SHOW(cudaMemcpy2DToArray(line, 0, 0, p, 64, 64, 1, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2DToArray(line, 0, 0, p, 32, 32, 2, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2DToArray(line, 0, 1, p, 32, 32, 1, cudaMemcpyHostToDevice));
  FROM(cudaMemcpy2DFromArray(q, 64, line, 8, 0, 16, 1, cudaMemcpyDeviceToHost));
  FROM(cudaMemcpyFromArray(q, line, 16, 0, 48, cudaMemcpyDeviceToHost));
  TO(cudaMemcpyArrayToArray(array, 8, 1, line, 4, 0, 24, cudaMemcpyDeviceToDevice));
}
