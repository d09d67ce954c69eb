// SPDX-License-Identifier: Apache-2.0
// cudaLibraryLoadData and the other calls of libraries, once a fault has ended the context.
#include "../libraries/own_image.h"
#include "../transcript.h"

__device__ int variable = 3;
extern "C" __global__ void faults(int *p) { *p = variable; }

int main() {
  cudaLibrary_t library = nullptr, second = nullptr;
  cudaKernel_t kernel = nullptr, kernels[4] = {};
  unsigned count = 0;
  void *pointer = nullptr;
  std::size_t bytes = 0;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  faults<<<1, 1>>>(nullptr);
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaLibraryLoadData(&second, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryGetKernel(&kernel, library, "faults"));
  SHOW(cudaLibraryGetKernelCount(&count, library));
  SHOW(cudaLibraryEnumerateKernels(kernels, 4, library));
  SHOW(cudaLibraryGetGlobal(&pointer, &bytes, library, "variable"));
  SHOW(cudaLibraryLoadData(nullptr, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryUnload(nullptr));
  SHOW(cudaLibraryUnload(library));
  SHOW(cudaGetLastError());
}
