// SPDX-License-Identifier: Apache-2.0
// cudaInitDevice: flags and devices that it takes and refuses; the current device stays.
#include "../transcript.h"

int main() {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  unsigned flags = 77;
  SHOW(cudaInitDevice(count, 0, 0));
  SHOW(cudaInitDevice(-1, 0, 0));
  SHOW(cudaInitDevice(0, 0, 2));
  SHOW(cudaInitDevice(0, 0x1000, 0));
  SHOW(cudaInitDevice(0, 0x1000, cudaInitDeviceFlagsAreValid));
  SHOW(cudaInitDevice(0, cudaDeviceScheduleSpin | cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags", flags);
  SHOW(cudaInitDevice(0, cudaDeviceScheduleYield, 0));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags, not valid", flags);
  SHOW(cudaInitDevice(0, cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags, valid", flags);
  SHOW(cudaInitDevice(0, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags, once more", flags);
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
}
