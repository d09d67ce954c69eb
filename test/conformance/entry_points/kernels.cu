// SPDX-License-Identifier: Apache-2.0
// cudaGetKernel and cudaGetFuncBySymbol: what they refuse, and what their handles are good for.
#include "../transcript.h"

__global__ void set(int *out, int value) { *out = value; }

static int not_a_kernel(int value) { return value + 1; }

int main() {
  cudaKernel_t kernel = nullptr;
  cudaFunction_t function = nullptr;
  const void *symbol = reinterpret_cast<const void *>(&set);
  SHOW(cudaGetKernel(&kernel, symbol));
  show_truth("a kernel", kernel != nullptr);
  SHOW(cudaGetKernel(nullptr, symbol));
  SHOW(cudaGetFuncBySymbol(&function, symbol));
  show_truth("a function", function != nullptr);
  SHOW(cudaGetFuncBySymbol(nullptr, symbol));
  SHOW(cudaGetFuncBySymbol(&function, nullptr));
  SHOW(cudaGetFuncBySymbol(&function, reinterpret_cast<const void *>(&not_a_kernel)));
  DeviceArray<int> out(1);
  int *pointer = out.get();
  int value = 41;
  void *arguments[] = {&pointer, &value};
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(1), arguments, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  show_value("written through the kernel's handle", out.read()[0]);
  cudaFuncAttributes attributes;
  SHOW(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel)));
  show_value("parameter of the kernel's handle found", [&] {
    std::size_t offset = 77, size = 77;
    MUST(cudaFuncGetParamInfo(reinterpret_cast<const void *>(kernel), 1, &offset, &size));
    return static_cast<long long>(offset * 100 + size);
  }());
  SHOW(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, 99));
  SHOW(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1, 0));
  SHOW(cudaKernelSetAttributeForDevice(kernel, static_cast<cudaFuncAttribute>(99), 1, 0));
  SHOW(cudaFuncGetAttributes(&attributes, symbol));
  show_value("dynamic shared memory allowed", attributes.maxDynamicSharedSizeBytes);
  show_value("host function is intact", not_a_kernel(1));
}
