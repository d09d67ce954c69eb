// SPDX-License-Identifier: Apache-2.0
// cudaLibraryGetGlobal, GetManaged, GetUnifiedFunction: a library's variables are its own, not the program's.
#include "own_image.h"

extern "C" {
__device__ int counter = 5;
__device__ double table[6] = {1, 2, 3, 4, 5, 6};
__constant__ int factor = 3;
__global__ void bump(int *out) {
  counter += factor;
  *out = counter + static_cast<int>(table[2]);
}
}

int main() {
  cudaLibrary_t library = nullptr, other = nullptr;
  const void *image = own_image();
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&other, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  show_truth("two libraries", library != other);
  void *address = nullptr, *second = nullptr;
  std::size_t bytes = 77;
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "counter"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, other, "counter"));
  show_truth("two variables", address != second && address != nullptr && second != nullptr);
  void *own = nullptr;
  MUST(cudaGetSymbolAddress(&own, counter));
  show_truth("the program's is a third", own != address && own != second);
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, "table"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, "factor"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&second, nullptr, library, "counter"));
  SHOW(cudaLibraryGetGlobal(nullptr, &bytes, library, "counter"));
  SHOW(cudaLibraryGetGlobal(nullptr, nullptr, library, "counter"));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, "no_such_variable"));
  SHOW(cudaLibraryGetGlobal(&second, &bytes, library, nullptr));
  SHOW(cudaLibraryGetManaged(&second, &bytes, library, "counter"));
  SHOW(cudaLibraryGetManaged(&second, &bytes, library, "no_such_variable"));
  SHOW(cudaLibraryGetUnifiedFunction(&second, library, "no_such_function"));

  int value = 100;
  SHOW(cudaMemcpy(address, &value, sizeof value, cudaMemcpyDefault));
  cudaKernel_t kernel = nullptr;
  MUST(cudaLibraryGetKernel(&kernel, library, "bump"));
  DeviceArray<int> out(1);
  int *pointer = out.get();
  void *arguments[] = {&pointer};
  MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(1), arguments, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  show_value("the library's counter and table", out.read()[0]);
  bump<<<1, 1>>>(out);
  MUST(cudaDeviceSynchronize());
  show_value("the program's counter and table", out.read()[0]);
  SHOW(cudaLibraryUnload(other));
  SHOW(cudaLibraryUnload(library));
}
