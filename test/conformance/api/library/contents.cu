// SPDX-License-Identifier: Apache-2.0
// Kernels and variables of a library.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../libraries/own_image.h"

#include <set>

extern "C" {
__device__ int get_kernel_variable;
__global__ void get_kernel_one(int *out, int value) { *out = value + 1; }
__global__ void get_kernel_two(int *out, int value) { *out = value + 2; }
}

// cudaLibraryGetKernel: null arguments, names of nothing and of variables; one handle per library and name.
CASE(library_get_kernel) {
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

extern "C" __global__ void kernel_count_one() {}
extern "C" __global__ void kernel_count_two() {}
extern "C" __global__ void kernel_count_three() {}

// cudaLibraryGetKernelCount: null arguments; the same each time, as many as can be listed.
CASE(library_get_kernel_count) {
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

extern "C" __global__ void enumerate_one() {}
extern "C" __global__ void enumerate_two() {}

// cudaLibraryEnumerateKernels: null arguments; at most as many as asked for, all different, those that names give.
CASE(library_enumerate_kernels) {
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

__global__ void last_word(int *out, int words) {
  extern __shared__ int shared[];
  shared[words - 1] = 9;
  *out = shared[words - 1];
}

// cudaKernelSetAttributeForDevice: refused kernels, devices, attributes and values; what is set counts for launches.
CASE(kernel_set_attribute_for_device) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaKernel_t kernel;
  MUST(cudaGetKernel(&kernel, last_word));
  const auto size = cudaFuncAttributeMaxDynamicSharedMemorySize;
  const auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
  SHOW(cudaKernelSetAttributeForDevice(nullptr, size, 1024, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 1024, -1));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 1024, count));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, -1, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 1 << 30, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, carveout, 101, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, carveout, -2, 0));
  for (int attribute : {-1, 0, 7, 16, 1000})
    SHOW(cudaKernelSetAttributeForDevice(kernel, static_cast<cudaFuncAttribute>(attribute), 1, 0));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, last_word));
  show_row("size, carveout", {attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout});
  SHOW(cudaKernelSetAttributeForDevice(kernel, size, 64 << 10, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, carveout, 75, 0));
  MUST(cudaFuncGetAttributes(&attributes, last_word));
  show_row("size, carveout", {attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout});
  DeviceArray<int> out(1);
  last_word<<<1, 1, 64 << 10>>>(out, 16 << 10);
  show_last_error("of a launch with as much");
  show_value("out", out.read()[0]);
  last_word<<<1, 1, (64 << 10) + 1>>>(out, 1);
  show_last_error("of a launch with more");
  show_while_capturing("set", [&] { return cudaKernelSetAttributeForDevice(kernel, carveout, 50, 0); });
}

extern "C" {
__device__ int get_global_words[5] = {1, 2, 3, 4, 5};
__constant__ double get_global_constant = 0.5;
__global__ void get_global_kernel(int *out) { *out = get_global_words[2] + static_cast<int>(get_global_constant); }
}

// cudaLibraryGetGlobal: null arguments, names of nothing and of kernels; address and size of the library's own variable.
CASE(library_get_global) {
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

extern "C" {
__device__ int get_managed_plain = 3;
__managed__ int get_managed_words[3] = {4, 5, 6};
__global__ void get_managed_kernel(int *out) { *out = get_managed_plain + ++get_managed_words[1]; }
}

// cudaLibraryGetManaged: null arguments, names of nothing and of what is not managed; a variable of the library's own.
CASE(library_get_managed) {
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

extern "C" {
__device__ int unified_variable = 3;
__global__ void unified_kernel(int *out) { *out = unified_variable; }
}

// cudaLibraryGetUnifiedFunction: no library, and names of nothing, of kernels and of variables.
CASE(library_get_unified_function) {
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
