// SPDX-License-Identifier: Apache-2.0
// cudaLibraryGetGlobal: null arguments, names of nothing and of kernels; address and size of the library's own variable.
#include "../../capturing.h"
#include "../../libraries/own_image.h"

extern "C" {
__device__ int get_global_words[5] = {1, 2, 3, 4, 5};
__constant__ double get_global_constant = 0.5;
__global__ void get_global_kernel(int *out) { *out = get_global_words[2] + static_cast<int>(get_global_constant); }
}

CASES() {
  cudaLibrary_t library;
  MUST(cudaLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  void *address = nullptr, *again = nullptr;
  std::size_t bytes = 77;
  SHOW(cudaLibraryGetGlobal(nullptr, nullptr, library, "get_global_words"));
  SHOW(cudaLibraryGetGlobal(&address, &bytes, nullptr, "get_global_words"));
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, nullptr));
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, ""));
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "get_global_nothing"));
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "get_global_kernel"));
  show_truth("untouched", address == nullptr && bytes == 77);
  show_last_error("after refused calls");
  SHOW(cudaLibraryGetGlobal(&address, &bytes, library, "get_global_constant"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(nullptr, &bytes, library, "get_global_words"));
  show_value("bytes", static_cast<long long>(bytes));
  SHOW(cudaLibraryGetGlobal(&address, nullptr, library, "get_global_words"));
  std::vector<int> words(5);
  SHOW(cudaMemcpy(words.data(), address, bytes, cudaMemcpyDeviceToHost));
  show_row("words", words);
  words[2] = 30;
  SHOW(cudaMemcpy(address, words.data(), bytes, cudaMemcpyHostToDevice));
  SHOW(cudaLibraryGetGlobal(&again, &bytes, library, "get_global_words"));
  show_truth("the same address again", again == address);
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, address));
  show_value("type", attributes.type);
  DeviceArray<int> out(1);
  int *pointer = out;
  void *arguments[] = {&pointer};
  cudaKernel_t kernel;
  MUST(cudaLibraryGetKernel(&kernel, library, "get_global_kernel"));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
  show_value("the library's kernel sees", out.read()[0]);
  get_global_kernel<<<1, 1>>>(out);
  show_value("the program's kernel sees", out.read()[0]);
  show_while_capturing("address", [&] { return cudaLibraryGetGlobal(&again, &bytes, library, "get_global_words"); });
  SHOW(cudaLibraryUnload(library));
}
