// SPDX-License-Identifier: Apache-2.0
// cudaGetDeviceCount: a null pointer, in a host function, in a capture, and that the number stays.
#include "../../capturing.h"

static void inside(void *count) { SHOW(cudaGetDeviceCount(static_cast<int *>(count))); }

CASES() {
  SHOW(cudaGetDeviceCount(nullptr));
  show_last_error("after a null pointer");
  int first = 77, count = 77;
  SHOW(cudaGetDeviceCount(&first));
  show_truth("some", first >= 1);
  std::thread([&] { SHOW(cudaGetDeviceCount(&count)); }).join();
  show_truth("the same in another thread", count == first);
  int zero = 0;
  MUST(cudaSetValidDevices(&zero, 1));
  SHOW(cudaGetDeviceCount(&count));
  show_truth("the same with a list of valid ones", count == first);
  MUST(cudaFree(nullptr));
  show_while_capturing("count", [&] { return cudaGetDeviceCount(&count); });
  count = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, &count));
  SHOW(cudaDeviceSynchronize());
  show_truth("the same in a host function", count == first);
  for (int device : {-1, first, first + 1}) {
    const cudaError_t error = cudaSetDevice(device);
    std::printf("a device outside: %s\n", name_of(error));
  }
}
