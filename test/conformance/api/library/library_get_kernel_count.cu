// SPDX-License-Identifier: Apache-2.0
// cudaLibraryGetKernelCount: null arguments; the same each time, as many as can be listed.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" __global__ void kernel_count_one() {}
extern "C" __global__ void kernel_count_two() {}
extern "C" __global__ void kernel_count_three() {}

CASES() {
  unsigned count = 77, again = 77;
  SHOW(cudaLibraryGetKernelCount(&count, nullptr));
  SHOW(cudaLibraryGetKernelCount(nullptr, nullptr));
  cudaLibrary_t library;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryGetKernelCount(nullptr, library));
  show_value("untouched", count);
  show_last_error("after refused calls");
  SHOW(cudaLibraryGetKernelCount(&count, library));
  SHOW(cudaLibraryGetKernelCount(&again, library));
  show_truth("at least those of this file, the same again", count >= 3 && count == again);
  std::vector<cudaKernel_t> kernels(count);
  MUST(cudaLibraryEnumerateKernels(kernels.data(), count, library));
  bool found = true;
  for (cudaKernel_t kernel : kernels) found = found && kernel != nullptr;
  show_truth("as many as are listed", found);
  show_while_capturing("count", [&] { return cudaLibraryGetKernelCount(&count, library); });
  SHOW(cudaLibraryUnload(library));
}
