// SPDX-License-Identifier: Apache-2.0
// expect: mem/device pointer
// The host reads an array of the device.
#include "kind.h"

int main() {
  const Device data(1 << 16);
  cudaMemset(data, 1, 1 << 16);
  cudaDeviceSynchronize();
  std::printf("%d\n", data[20000]);
  return finish();
}
