// SPDX-License-Identifier: Apache-2.0
// devices: 2
// cudaSetValidDevices: what it takes and refuses.
#include "../transcript.h"

int main() {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  int zero = 0, bad = count, negative = -1;
  int twice[2] = {0, 0};
  SHOW(cudaSetValidDevices(nullptr, 0));
  SHOW(cudaSetValidDevices(nullptr, 1));
  SHOW(cudaSetValidDevices(&zero, 0));
  SHOW(cudaSetValidDevices(&zero, -1));
  SHOW(cudaSetValidDevices(&bad, 1));
  SHOW(cudaSetValidDevices(&negative, 1));
  SHOW(cudaSetValidDevices(twice, 2));
  std::vector<int> many(static_cast<std::size_t>(count) + 1, 0);
  SHOW(cudaSetValidDevices(many.data(), count + 1));
  SHOW(cudaSetValidDevices(&zero, 1));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  MUST(cudaFree(nullptr));
  SHOW(cudaSetValidDevices(&zero, 1));
  SHOW(cudaSetValidDevices(&bad, 1));
  SHOW(cudaSetValidDevices(nullptr, 0));
  cudaDeviceProp wanted = {};
  SHOW(cudaChooseDevice(&device, nullptr));
  SHOW(cudaChooseDevice(nullptr, &wanted));
}
