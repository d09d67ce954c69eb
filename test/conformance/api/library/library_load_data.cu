// SPDX-License-Identifier: Apache-2.0
// cudaLibraryLoadData: null pointers, options, the same image twice, each time a library of its own; in captures.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" __global__ void load_data_kernel(int *out) { *out = 11; }

CASES() {
  cudaLibrary_t library = nullptr, second = nullptr;
  const void *image = own_image();
  SHOW(cudaLibraryLoadData(nullptr, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 1, nullptr, nullptr, 0));
  cudaLibraryOption unknown = static_cast<cudaLibraryOption>(99);
  void *value = nullptr;
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, &unknown, &value, 1));
  show_truth("untouched", library == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&second, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  show_truth("two libraries", library != nullptr && second != nullptr && library != second);
  DeviceArray<int> out(1);
  int *pointer = out;
  void *arguments[] = {&pointer};
  for (cudaLibrary_t l : {library, second}) {
    cudaKernel_t kernel = nullptr;
    MUST(cudaMemset(out, 0, sizeof(int)));
    SHOW(cudaLibraryGetKernel(&kernel, l, "load_data_kernel"));
    SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
    show_value("written", out.read()[0]);
    SHOW(cudaLibraryUnload(l));
  }
  cudaLibraryOption keep = cudaLibraryBinaryIsPreserved;
  void *yes = reinterpret_cast<void *>(1), *no = nullptr;
  for (void *whether : {yes, no}) {
    SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, &keep, &whether, 1));
    SHOW(cudaLibraryUnload(library));
  }
  show_while_capturing("loaded", [&] {
    const cudaError_t error = cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
    return error;
  });
}
