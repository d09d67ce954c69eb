// SPDX-License-Identifier: Apache-2.0
// devices: 2
// The current device belongs to the thread; cudaSetValidDevices says where threads begin.
#include "peers.h"

static void show_device(const char *what) {
  int device = 77;
  cudaError_t error = cudaGetDevice(&device);
  std::printf("%s: %s, %d\n", what, name_of(error), device);
  std::fflush(stdout);
}

int main() {
  need_two_devices();
  show_device("at first");
  int order[2] = {1, 0};
  SHOW(cudaSetValidDevices(order, 2));
  show_device("valid devices 1, 0");
  std::thread([] { show_device("a new thread"); }).join();
  void *memory = nullptr;
  MUST(cudaMalloc(&memory, 64));
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, memory));
  show_value("allocated on", attributes.device);
  SHOW(cudaSetDevice(0));
  show_device("chosen");
  std::thread([] {
    show_device("a new thread");
    SHOW(cudaSetDevice(1));
    show_device("it chose");
  }).join();
  show_device("the first thread still");
  SHOW(cudaInitDevice(1, 0, 0));
  show_device("after initialising 1");
  SHOW(cudaSetDevice(7));
  show_device("after a refusal");
  order[0] = 0;
  SHOW(cudaSetValidDevices(order, 1));
  std::thread([] {
    show_device("a new thread, valid device 0");
    SHOW(cudaSetDevice(1));
    show_device("it chose");
  }).join();
}
