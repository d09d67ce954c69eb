// SPDX-License-Identifier: Apache-2.0
// cudaSetDevice: devices outside leave the current one; refused in a host function, allowed in a capture.
#include "../../capturing.h"

static void inside(void *) {
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(-1));
}

CASES() {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaSetDevice(-1));
  SHOW(cudaSetDevice(count));
  SHOW(cudaSetDevice(0x7fffffff));
  show_last_error("after refused calls");
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(count));
  MUST(cudaGetDevice(&device));
  show_value("device", device);
  int *memory;
  MUST(cudaMalloc(&memory, 64));
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, memory));
  show_value("device of new memory", attributes.device);
  std::thread([&] {
    SHOW(cudaSetDevice(count));
    MUST(cudaGetDevice(&device));
    show_value("device of a thread that set none", device);
  }).join();
  show_last_error("of the first thread");
  show_while_capturing("set", [] { return cudaSetDevice(0); });
  show_while_capturing("set outside", [] { return cudaSetDevice(-1); });
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
