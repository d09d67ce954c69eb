// SPDX-License-Identifier: Apache-2.0
// cudaChooseDevice: null pointers; the best match is not the current device until it is set.
#include "../../capturing.h"

CASES() {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  cudaDeviceProp wanted = {};
  SHOW(cudaChooseDevice(nullptr, &wanted));
  SHOW(cudaChooseDevice(&device, nullptr));
  SHOW(cudaChooseDevice(nullptr, nullptr));
  show_value("untouched", device);
  show_last_error("after refused calls");
  SHOW(cudaChooseDevice(&device, &wanted));
  show_truth("a device", device >= 0 && device < count);
  MUST(cudaGetDeviceProperties(&wanted, 0));
  SHOW(cudaChooseDevice(&device, &wanted));
  show_truth("one like device 0", device >= 0 && device < count);
  wanted.major = 99;
  wanted.totalGlobalMem = ~std::size_t{0};
  SHOW(cudaChooseDevice(&device, &wanted));
  show_truth("the nearest to the impossible", device >= 0 && device < count);
  SHOW(cudaGetDevice(&device));
  show_value("current device", device);
  show_while_capturing("chosen", [&] { return cudaChooseDevice(&device, &wanted); });
}
