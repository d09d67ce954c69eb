// SPDX-License-Identifier: Apache-2.0
// cudaDeviceEnablePeerAccess: devices outside, the current device, flags, and which of them is told.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceEnablePeerAccess(-1, 0));
  SHOW(cudaDeviceEnablePeerAccess(count, 0));
  SHOW(cudaDeviceEnablePeerAccess(count, 1));
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  for (unsigned flags : {1u, 2u, 0x80000000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaDeviceEnablePeerAccess(0, flags));
  }
  show_last_error("after refused calls");
  show_while_capturing("of itself", [] { return cudaDeviceEnablePeerAccess(0, 0); });
  show_while_capturing("outside", [&] { return cudaDeviceEnablePeerAccess(count, 0); });
}
