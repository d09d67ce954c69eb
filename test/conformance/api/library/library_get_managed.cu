// SPDX-License-Identifier: Apache-2.0
// cudaLibraryGetManaged: null arguments, names of nothing and of what is not managed; a variable of the library's own.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" {
__device__ int get_managed_plain = 3;
__managed__ int get_managed_words[3] = {4, 5, 6};
__global__ void get_managed_kernel(int *out) { *out = get_managed_plain + ++get_managed_words[1]; }
}

CASES() {
  cudaLibrary_t library;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  void *address = nullptr;
  std::size_t bytes = 77;
  SHOW(cudaLibraryGetManaged(&address, &bytes, nullptr, "get_managed_plain"));
  SHOW(cudaLibraryGetManaged(&address, &bytes, library, nullptr));
  SHOW(cudaLibraryGetManaged(&address, &bytes, library, ""));
  SHOW(cudaLibraryGetManaged(&address, &bytes, library, "get_managed_nothing"));
  SHOW(cudaLibraryGetManaged(&address, &bytes, library, "get_managed_plain"));
  SHOW(cudaLibraryGetManaged(&address, &bytes, library, "get_managed_kernel"));
  SHOW(cudaLibraryGetManaged(nullptr, nullptr, library, "get_managed_nothing"));
  show_truth("untouched", address == nullptr && bytes == 77);
  show_last_error("after refused calls");
  SHOW(cudaLibraryGetManaged(nullptr, &bytes, library, "get_managed_words"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetManaged(&address, nullptr, library, "get_managed_words"));
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, address));
  show_value("type", attributes.type);
  void *global = nullptr;
  SHOW(cudaLibraryGetGlobal(&global, &bytes, library, "get_managed_words"));
  show_truth("also a global variable, at the same address", global == address);
  show_value("bytes", static_cast<long long>(bytes));
  if (address != nullptr) {
    cudaKernel_t kernel;
    MUST(cudaLibraryGetKernel(&kernel, library, "get_managed_kernel"));
    DeviceArray<int> out(1);
    int *pointer = out;
    void *arguments[] = {&pointer};
    MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
    show_value("the library's kernel sees", out.read()[0]);
    MUST(cudaDeviceSynchronize());
    const int *words = static_cast<const int *>(address);
    show_row("the host sees", {words[0], words[1], words[2]});
  }
  show_row("the program's own", {get_managed_words[0], get_managed_words[1], get_managed_words[2]});
  show_while_capturing("asked", [&] { return cudaLibraryGetManaged(&address, &bytes, library, "get_managed_plain"); });
  SHOW(cudaLibraryUnload(library));
}
