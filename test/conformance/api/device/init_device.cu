// SPDX-License-Identifier: Apache-2.0
// cudaInitDevice: devices, flags with and without the bit that makes them count; it selects no device.
#include "../../capturing.h"

static void show_flags(const char *when) {
  unsigned flags = 77;
  MUST(cudaGetDeviceFlags(&flags));
  std::printf("flags %s: %u\n", when, flags);
}

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaInitDevice(-1, 0, 0));
  SHOW(cudaInitDevice(count, 0, 0));
  SHOW(cudaInitDevice(count, cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
  SHOW(cudaInitDevice(0, 3, cudaInitDeviceFlagsAreValid));
  SHOW(cudaInitDevice(0, 0x400, cudaInitDeviceFlagsAreValid));
  show_last_error("after refused calls");
  SHOW(cudaInitDevice(0, 3, 0));
  show_flags("that do not count");
  SHOW(cudaInitDevice(0, cudaDeviceScheduleBlockingSync, cudaInitDeviceFlagsAreValid));
  show_flags("of blocking");
  std::thread([] {
    SHOW(cudaInitDevice(0, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid));
    int device = 77;
    MUST(cudaGetDevice(&device));
    show_value("device of another thread", device);
  }).join();
  show_flags("of another thread");
  show_while_capturing("again", [] { return cudaInitDevice(0, 0, 0); });
  show_flags("at the end");
}
