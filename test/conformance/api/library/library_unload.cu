// SPDX-License-Identifier: Apache-2.0
// cudaLibraryUnload: no library; the variables of one go, those of another load and of the program stay.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" {
__device__ int unload_counter = 5;
__global__ void unload_bump(int *out) { *out = ++unload_counter; }
}

CASES() {
  SHOW(cudaLibraryUnload(nullptr));
  show_last_error("after a null library");
  cudaLibrary_t first, second;
  const void *image = own_image();
  MUST(cudaLibraryLoadData(&first, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cudaLibraryLoadData(&second, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  DeviceArray<int> out(1);
  int *pointer = out;
  void *arguments[] = {&pointer};
  cudaKernel_t kernel;
  for (cudaLibrary_t library : {first, second, second}) {
    MUST(cudaLibraryGetKernel(&kernel, library, "unload_bump"));
    MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
    show_value("counter", out.read()[0]);
  }
  SHOW(cudaLibraryUnload(first));
  MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
  show_value("counter of the other library", out.read()[0]);
  SHOW(cudaLibraryUnload(second));
  unload_bump<<<1, 1>>>(out);
  show_value("counter of the program", out.read()[0]);
  MUST(cudaLibraryLoadData(&first, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cudaLibraryGetKernel(&kernel, first, "unload_bump"));
  MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
  show_value("counter of a new load", out.read()[0]);
  MUST(cudaDeviceSynchronize());
  show_while_capturing("no library", [] { return cudaLibraryUnload(nullptr); });
  SHOW(cudaLibraryUnload(first));
}
