// SPDX-License-Identifier: Apache-2.0
// devices: 2
// Peer access: enabling and disabling, one direction at a time, and what a reset does to it.
#include "peers.h"

__global__ void add(int *to, const int *from) { *to += *from; }

int main() {
  need_two_devices();
  int can = 77;
  SHOW(cudaDeviceCanAccessPeer(&can, 0, 1));
  show_value("0 to 1", can);
  SHOW(cudaDeviceCanAccessPeer(&can, 1, 0));
  show_value("1 to 0", can);
  SHOW(cudaDeviceCanAccessPeer(&can, 1, 1));
  show_value("1 to 1", can);
  SHOW(cudaDeviceDisablePeerAccess(1));
  SHOW(cudaDeviceEnablePeerAccess(1, 0));
  SHOW(cudaDeviceEnablePeerAccess(1, 0));
  SHOW(cudaDeviceEnablePeerAccess(1, 1));
  show_last_error("after enabling twice");
  int *zero = memory_on(0, 1, 5), *one = memory_on(1, 1, 7);
  add<<<1, 1>>>(zero, one);
  SHOW(cudaDeviceSynchronize());
  show_value("sum on device 0", read_one(zero));
  MUST(cudaSetDevice(1));
  SHOW(cudaDeviceDisablePeerAccess(0));
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  add<<<1, 1>>>(one, zero);
  SHOW(cudaDeviceSynchronize());
  show_value("sum on device 1", read_one(one));
  SHOW(cudaDeviceDisablePeerAccess(0));
  SHOW(cudaDeviceDisablePeerAccess(0));
  MUST(cudaSetDevice(0));
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceDisablePeerAccess(1));
  SHOW(cudaDeviceEnablePeerAccess(1, 0));
  SHOW(cudaDeviceDisablePeerAccess(1));
  show_value("memory of the other device", read_one(one));
}
