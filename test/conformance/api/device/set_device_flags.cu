// SPDX-License-Identifier: Apache-2.0
// cudaSetDeviceFlags: every flag alone, ways to wait that exclude each other, and unknown bits.
#include "../../capturing.h"

static void show_flags() {
  unsigned flags = 77;
  MUST(cudaGetDeviceFlags(&flags));
  std::printf("now %x\n", flags);
}

CASES() {
  for (unsigned flags : {0x0u, 0x1u, 0x2u, 0x3u, 0x4u, 0x5u, 0x6u, 0x7u, 0x8u, 0x10u, 0x80u, 0x9cu, 0x100u, 0x10000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaSetDeviceFlags(flags));
    show_flags();
  }
  show_last_error("after refused calls");
  MUST(cudaFree(nullptr));
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  show_flags();
  std::thread([] { SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin)); }).join();
  show_flags();
  show_while_capturing("set", [] { return cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync); });
  show_flags();
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  show_flags();
}
