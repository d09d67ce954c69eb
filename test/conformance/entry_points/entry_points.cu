// SPDX-License-Identifier: Apache-2.0
// Entry points by name, handles of kernels, versions.
#include "../cases.h"

namespace driver_ {
static int fails = 0;

static void ask(const char *symbol, unsigned long long flags) {
  void *function = &fails;
  cudaDriverEntryPointQueryResult status = static_cast<cudaDriverEntryPointQueryResult>(77);
  cudaError_t error = cudaGetDriverEntryPoint(symbol, &function, flags, &status);
  std::printf("%s, flags %llu: %s, status %d, %s\n", symbol != nullptr ? symbol : "(null)", flags, name_of(error),
              static_cast<int>(status),
              function == &fails     ? "pointer untouched"
              : function == nullptr ? "null"
                                     : "a function");
  std::fflush(stdout);
}

static void ask_version(const char *symbol, unsigned version) {
  void *function = &fails;
  cudaDriverEntryPointQueryResult status = static_cast<cudaDriverEntryPointQueryResult>(77);
  cudaError_t error = cudaGetDriverEntryPointByVersion(symbol, &function, version, cudaEnableDefault, &status);
  std::printf("%s, version %u: %s, status %d, %s\n", symbol, version, name_of(error), static_cast<int>(status),
              function == &fails     ? "pointer untouched"
              : function == nullptr ? "null"
                                     : "a function");
  std::fflush(stdout);
}

// cudaGetDriverEntryPoint and its form with a version: symbols, flags and versions. The functions are not called.
CASE(driver) {
  ask("cuNoSuchFunction", cudaEnableDefault);
  ask("", cudaEnableDefault);
  ask("cuNoSuchFunction", 77);
  ask_version("cuNoSuchFunction", 12000);
  ask_version("cuNoSuchFunction", 0);
  ask_version("cuNoSuchFunction", 99000);
  void *function = nullptr;
  SHOW(cudaGetDriverEntryPoint("cuNoSuchFunction", &function, cudaEnableDefault, nullptr));
}
}  // namespace driver_

namespace driver_functions_ {
static void ask(const char *symbol, unsigned version, unsigned long long flags) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status = static_cast<cudaDriverEntryPointQueryResult>(77);
  cudaError_t error = cudaGetDriverEntryPointByVersion(symbol, &function, version, flags, &status);
  std::printf("%s, version %u, flags %llu: %s, status %d, %s\n", symbol, version, flags, name_of(error),
              static_cast<int>(status), function == nullptr ? "null" : "a function");
  std::fflush(stdout);
}

// Functions of the driver that cudaGetDriverEntryPoint finds.
CASE(driver_functions) {
  ask("cuInit", 13000, cudaEnableDefault);
  ask("cuMemAlloc", 13000, cudaEnableDefault);
  ask("cuMemAlloc", 2000, cudaEnableDefault);
  ask("cuMemAllocAsync", 11020, cudaEnableDefault);
  ask("cuMemAllocAsync", 5000, cudaEnableDefault);
  ask("cuStreamWaitEvent", 13000, cudaEnableLegacyStream);
  ask("cuStreamWaitEvent", 13000, cudaEnablePerThreadDefaultStream);
  ask("cuStreamWaitEvent", 13000, cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream);
  ask("cuGetProcAddress", 13000, cudaEnableDefault);
}
}  // namespace driver_functions_

__global__ void set(int *out, int value) { *out = value; }
static int not_a_kernel(int value) { return value + 1; }

// cudaGetKernel and cudaGetFuncBySymbol: what they refuse, and what their handles are good for.
CASE(kernels) {
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

// Versions, and the texts of some errors.
CASE(versions) {
  int runtime = 0, driver = 0;
  SHOW(cudaRuntimeGetVersion(&runtime));
  SHOW(cudaDriverGetVersion(&driver));
  SHOW(cudaRuntimeGetVersion(nullptr));
  SHOW(cudaDriverGetVersion(nullptr));
  show_truth("the driver is as new as the runtime", driver >= runtime);
  show_value("runtime", runtime);
  show_last_error("after null pointers");
  SHOW(cudaPeekAtLastError());
}
