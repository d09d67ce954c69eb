// SPDX-License-Identifier: Apache-2.0
// cudaSetValidDevices: lists that are refused; a list does not change the current device.
#include "../../capturing.h"

CASES() {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  static int zeros[64];
  int zero = 0, outside = count, negative = -1;
  SHOW(cudaSetValidDevices(nullptr, 1));
  SHOW(cudaSetValidDevices(&zero, -1));
  SHOW(cudaSetValidDevices(zeros, count + 1));
  SHOW(cudaSetValidDevices(&outside, 1));
  SHOW(cudaSetValidDevices(&negative, 1));
  show_last_error("after refused calls");
  SHOW(cudaSetValidDevices(nullptr, 0));
  SHOW(cudaSetValidDevices(&zero, 1));
  int *memory;
  SHOW(cudaMalloc(&memory, 64));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaSetValidDevices(&zero, 1));
  std::thread([&] {
    SHOW(cudaSetValidDevices(&zero, 1));
    SHOW(cudaSetDevice(0));
  }).join();
  show_while_capturing("set", [&] { return cudaSetValidDevices(&zero, 1); });
  SHOW(cudaSetValidDevices(&zero, 0));
  SHOW(cudaFree(memory));
}
