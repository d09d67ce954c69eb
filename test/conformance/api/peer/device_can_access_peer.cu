// SPDX-License-Identifier: Apache-2.0
// cudaDeviceCanAccessPeer: devices outside, a device and itself, a null pointer, and which of them is told.
#include "../../capturing.h"

CASES() {
  int count = 0, can = 77;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceCanAccessPeer(nullptr, 0, 0));
  SHOW(cudaDeviceCanAccessPeer(&can, 0, count));
  SHOW(cudaDeviceCanAccessPeer(&can, count, 0));
  SHOW(cudaDeviceCanAccessPeer(&can, -1, 0));
  SHOW(cudaDeviceCanAccessPeer(&can, 0, -1));
  SHOW(cudaDeviceCanAccessPeer(&can, count, count));
  SHOW(cudaDeviceCanAccessPeer(nullptr, -1, 0));
  show_value("untouched", can);
  show_last_error("after refused calls");
  SHOW(cudaDeviceCanAccessPeer(&can, 0, 0));
  show_value("itself", can);
  show_while_capturing("asked", [&] { return cudaDeviceCanAccessPeer(&can, 0, 0); });
}
