// SPDX-License-Identifier: Apache-2.0
// cudaGetDevice: a null pointer, each thread's own, before anything else and in a host function.
#include "../../capturing.h"

static void inside(void *) {
  int device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("untouched", device);
}

CASES() {
  int device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaGetDevice(nullptr));
  show_last_error("after a null pointer");
  std::thread([] {
    int own = 77;
    SHOW(cudaGetDevice(&own));
    show_value("device of a new thread", own);
  }).join();
  device = 77;
  show_while_capturing("device", [&] { return cudaGetDevice(&device); });
  show_value("device", device);
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
  MUST(cudaDeviceReset());
  device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("device after a reset", device);
}
