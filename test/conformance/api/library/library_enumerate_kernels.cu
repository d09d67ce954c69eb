// SPDX-License-Identifier: Apache-2.0
// cudaLibraryEnumerateKernels: null arguments; at most as many as asked for, all different, those that names give.
#include <set>

#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" __global__ void enumerate_one() {}
extern "C" __global__ void enumerate_two() {}

CASES() {
  cudaLibrary_t library;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  unsigned count = 0;
  MUST(cudaLibraryGetKernelCount(&count, library));
  std::vector<cudaKernel_t> kernels(count + 2, nullptr);
  SHOW(cudaLibraryEnumerateKernels(kernels.data(), 1, nullptr));
  SHOW(cudaLibraryEnumerateKernels(nullptr, 1, library));
  show_truth("untouched", kernels[0] == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaLibraryEnumerateKernels(kernels.data(), 0, library));
  show_truth("none where none was asked for", kernels[0] == nullptr);
  SHOW(cudaLibraryEnumerateKernels(kernels.data(), 1, library));
  show_truth("one where one was asked for", kernels[0] != nullptr && kernels[1] == nullptr);
  SHOW(cudaLibraryEnumerateKernels(kernels.data(), count + 2, library));
  show_truth("nothing behind the last", kernels[count] == nullptr && kernels[count + 1] == nullptr);
  const std::set<cudaKernel_t> different(kernels.begin(), kernels.begin() + count);
  show_truth("all different", different.size() == count && different.count(nullptr) == 0);
  for (const char *name : {"enumerate_one", "enumerate_two"}) {
    cudaKernel_t kernel = nullptr;
    MUST(cudaLibraryGetKernel(&kernel, library, name));
    show_truth(name, different.count(kernel) == 1);
  }
  show_while_capturing("listed", [&] { return cudaLibraryEnumerateKernels(kernels.data(), count, library); });
  SHOW(cudaLibraryUnload(library));
}
