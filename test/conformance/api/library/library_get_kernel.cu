// SPDX-License-Identifier: Apache-2.0
// cudaLibraryGetKernel: null arguments, names of nothing and of variables; one handle per library and name.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" {
__device__ int get_kernel_variable;
__global__ void get_kernel_one(int *out, int value) { *out = value + 1; }
__global__ void get_kernel_two(int *out, int value) { *out = value + 2; }
}

CASES() {
  cudaLibrary_t library, other;
  const void *image = own_image();
  MUST(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cudaLibraryLoadData(&other, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel = nullptr, again = nullptr, second = nullptr;
  SHOW(cudaLibraryGetKernel(nullptr, library, "get_kernel_one"));
  SHOW(cudaLibraryGetKernel(&kernel, nullptr, "get_kernel_one"));
  SHOW(cudaLibraryGetKernel(&kernel, library, nullptr));
  SHOW(cudaLibraryGetKernel(&kernel, library, ""));
  SHOW(cudaLibraryGetKernel(&kernel, library, "get_kernel_"));
  SHOW(cudaLibraryGetKernel(&kernel, library, "get_kernel_variable"));
  show_truth("untouched", kernel == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaLibraryGetKernel(&kernel, library, "get_kernel_one"));
  SHOW(cudaLibraryGetKernel(&again, library, "get_kernel_one"));
  SHOW(cudaLibraryGetKernel(&second, library, "get_kernel_two"));
  show_truth("the same again", kernel == again && kernel != nullptr);
  show_truth("two kernels", kernel != second);
  SHOW(cudaLibraryGetKernel(&again, other, "get_kernel_one"));
  show_truth("of another library another", kernel != again);
  DeviceArray<int> out(1);
  int *pointer = out, value = 40;
  void *arguments[] = {&pointer, &value};
  for (cudaKernel_t k : {kernel, second, again}) {
    SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(k), 1, 1, arguments, 0, nullptr));
    show_value("written", out.read()[0]);
  }
  show_while_capturing("kernel", [&] { return cudaLibraryGetKernel(&again, library, "get_kernel_two"); });
  SHOW(cudaLibraryUnload(library));
  SHOW(cudaLibraryUnload(other));
}
