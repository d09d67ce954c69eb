// SPDX-License-Identifier: Apache-2.0
// Calls about devices inside a host function of a stream: which are refused.
#include "../transcript.h"

static void inside(void *) {
  int number = 77;
  unsigned flags = 0;
  std::size_t size = 0;
  SHOW(cudaGetDeviceCount(&number));
  SHOW(cudaGetDevice(&number));
  SHOW(cudaSetDevice(0));
  SHOW(cudaGetDeviceFlags(&flags));
  SHOW(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceGetLimit(&size, cudaLimitStackSize));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceCanAccessPeer(&number, 0, 0));
  SHOW(cudaRuntimeGetVersion(&number));
  SHOW(cudaDriverGetVersion(&number));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, &number));
  show_last_error("inside");
}

int main() {
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  MUST(cudaDeviceSynchronize());
  show_last_error("outside");
}
