// SPDX-License-Identifier: Apache-2.0
// Access to the memory of another device.
#include "../../cases.h"
#include "../../capturing.h"

// cudaDeviceCanAccessPeer: devices outside, a device and itself, a null pointer, and which of them is told.
CASE(device_can_access_peer) {
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

// cudaDeviceEnablePeerAccess: devices outside, the current device, flags, and which of them is told.
CASE(device_enable_peer_access) {
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

// cudaDeviceDisablePeerAccess: devices outside, the current device, and access that was never enabled.
CASE(device_disable_peer_access) {
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
