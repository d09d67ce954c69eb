// SPDX-License-Identifier: Apache-2.0
// The current device and the last error belong to the thread; a new thread starts with device 0 and no error.
#include "../transcript.h"

__global__ void kernel() {}

int main() {
  SHOW(cudaSetDevice(0));
  kernel<<<1, 4096>>>();
  std::thread([] {
    int device = 77;
    SHOW(cudaGetDevice(&device));
    show_value("device", device);
    show_last_error("in the new thread");
    kernel<<<1, 1>>>();
    show_last_error("after a launch there");
    SHOW(cudaDeviceSynchronize());
  }).join();
  show_last_error("in the first thread");
  kernel<<<1, 4096>>>();
  kernel<<<1, 1>>>();
  show_last_error("after a bad and a good launch");
  SHOW(cudaInitDevice(0, 0, 0));
  SHOW(cudaInitDevice(1000, 0, 0));
  SHOW(cudaDeviceSynchronize());
}
