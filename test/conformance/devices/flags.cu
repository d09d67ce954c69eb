// SPDX-License-Identifier: Apache-2.0
// cudaSetDeviceFlags and cudaGetDeviceFlags: before a context exists, while it exists, after a reset.
#include "../transcript.h"

static void show_flags(const char *when) {
  unsigned flags = 77;
  cudaError_t error = cudaGetDeviceFlags(&flags);
  std::printf("flags %s: %s, %u\n", when, name_of(error), flags);
}

int main() {
  show_flags("at first");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  show_flags("spin");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  show_flags("blocking");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  show_flags("auto");
  MUST(cudaFree(nullptr));
  show_flags("with a context");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceMapHost));
  show_flags("yield and map");
  SHOW(cudaSetDeviceFlags(cudaDeviceLmemResizeToMax));
  show_flags("local memory resize");
  SHOW(cudaSetDeviceFlags(cudaDeviceSyncMemops));
  show_flags("synchronous memory operations");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleBlockingSync));
  SHOW(cudaSetDeviceFlags(cudaDeviceMask));
  SHOW(cudaSetDeviceFlags(cudaDeviceMask + 1));
  SHOW(cudaSetDeviceFlags(0x40));
  SHOW(cudaSetDeviceFlags(0x20));
  SHOW(cudaSetDeviceFlags(3));
  show_flags("after refusals");
  SHOW(cudaGetDeviceFlags(nullptr));
  SHOW(cudaDeviceReset());
  show_flags("after a reset");
}
