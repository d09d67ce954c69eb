// SPDX-License-Identifier: Apache-2.0
// cudaDeviceDisablePeerAccess: devices outside, the current device, and access that was never enabled.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceDisablePeerAccess(-1));
  SHOW(cudaDeviceDisablePeerAccess(count));
  SHOW(cudaDeviceDisablePeerAccess(0));
  show_last_error("after refused calls");
  cudaDeviceEnablePeerAccess(0, 0);
  SHOW(cudaDeviceDisablePeerAccess(0));
  show_while_capturing("of itself", [] { return cudaDeviceDisablePeerAccess(0); });
  show_while_capturing("outside", [&] { return cudaDeviceDisablePeerAccess(count); });
}
