// SPDX-License-Identifier: Apache-2.0
// cudaLibraryGetUnifiedFunction: no library, and names of nothing, of kernels and of variables.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" {
__device__ int unified_variable = 3;
__global__ void unified_kernel(int *out) { *out = unified_variable; }
}

CASES() {
  cudaLibrary_t library;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  void *function = nullptr;
  SHOW(cudaLibraryGetUnifiedFunction(&function, nullptr, "unified_kernel"));
  SHOW(cudaLibraryGetUnifiedFunction(&function, library, "unified_nothing"));
  SHOW(cudaLibraryGetUnifiedFunction(&function, library, ""));
  SHOW(cudaLibraryGetUnifiedFunction(&function, library, "unified_kernel"));
  SHOW(cudaLibraryGetUnifiedFunction(&function, library, "unified_variable"));
  show_truth("untouched", function == nullptr);
  show_last_error("after refused calls");
  show_while_capturing("asked", [&] { return cudaLibraryGetUnifiedFunction(&function, library, "unified_nothing"); });
  SHOW(cudaLibraryUnload(library));
}
