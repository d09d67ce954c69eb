// SPDX-License-Identifier: Apache-2.0
// alone: counts the kernels of the program
// cudaLibraryLoadData, GetKernel, GetKernelCount, EnumerateKernels, Unload: a library made of this program's own code.
#include "own_image.h"

extern "C" __global__ void write(int *out, int value) { out[threadIdx.x] = value + threadIdx.x; }
extern "C" __global__ void second(int *out) { *out = 7; }

int main() {
  cudaLibrary_t library = nullptr;
  const void *image = own_image();
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  unsigned count = 77;
  SHOW(cudaLibraryGetKernelCount(&count, library));
  show_value("kernels", count);
  SHOW(cudaLibraryGetKernelCount(nullptr, library));
  cudaKernel_t kernel = nullptr, again = nullptr, list[3] = {};
  SHOW(cudaLibraryGetKernel(&kernel, library, "write"));
  SHOW(cudaLibraryGetKernel(&again, library, "write"));
  show_truth("the same handle", kernel == again && kernel != nullptr);
  SHOW(cudaLibraryGetKernel(&again, library, "no_such_kernel"));
  SHOW(cudaLibraryGetKernel(&again, library, ""));
  SHOW(cudaLibraryGetKernel(&again, library, nullptr));
  SHOW(cudaLibraryGetKernel(nullptr, library, "write"));
  SHOW(cudaLibraryEnumerateKernels(list, 2, library));
  show_truth("the kernel is among them", list[0] == kernel || list[1] == kernel);
  show_truth("two different ones", list[0] != list[1] && list[0] != nullptr && list[1] != nullptr);
  cudaKernel_t one[2] = {};
  SHOW(cudaLibraryEnumerateKernels(one, 1, library));
  show_truth("only as many as asked", one[0] != nullptr && one[1] == nullptr);
  SHOW(cudaLibraryEnumerateKernels(list, 3, library));
  SHOW(cudaLibraryEnumerateKernels(list, 0, library));
  SHOW(cudaLibraryEnumerateKernels(nullptr, 1, library));

  DeviceArray<int> out(4);
  int *pointer = out.get();
  int value = 30;
  void *arguments[] = {&pointer, &value};
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(4), arguments, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  show_row("written", out.read());
  const char *name = nullptr;
  SHOW(cudaFuncGetName(&name, reinterpret_cast<const void *>(kernel)));
  std::printf("name: %s\n", name != nullptr ? name : "(null)");
  cudaFuncAttributes attributes;
  SHOW(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel)));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(4);
  value = 50;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(kernel), arguments));
  MUST(cudaDeviceSynchronize());
  show_row("written", out.read());
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(5000), arguments, 0, nullptr));
  write<<<1, 4>>>(out, 70);
  MUST(cudaDeviceSynchronize());
  show_row("by the program's own kernel", out.read());
  SHOW(cudaLibraryUnload(library));
}
