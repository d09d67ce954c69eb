// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuLibraryLoadData, cuLibraryLoadFromFile, cuLibraryUnload, cuLibraryGetKernel, cuLibraryGetKernelCount,
// cuLibraryEnumerateKernels, cuLibraryGetModule, cuLibraryGetGlobal, cuLibraryGetManaged, cuLibraryGetUnifiedFunction,
// cuKernelGetFunction, cuKernelGetLibrary, cuKernelGetAttribute, cuKernelSetAttribute, cuKernelSetCacheConfig,
// cuKernelGetName, cuKernelGetParamInfo: what a library has for all contexts.
#include "driver.h"

extern "C" {
__device__ int plain = 9;
__managed__ int shared_by_all = 4;
}
extern "C" __global__ void set(int *out, int value) { *out = value + plain; }

int main() {
  CUcontext context = use_primary();
  (void)context;
  const void *image = own_image();
  CUlibrary library = nullptr;
  SHOW(cuLibraryLoadData(nullptr, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryLoadData(&library, image, nullptr, nullptr, 1, nullptr, nullptr, 0));
  alignas(64) const char rubbish[512] = "rubbish that is no image at all";
  SHOW(cuLibraryLoadData(&library, rubbish, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryLoadFromFile(&library, "no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel = nullptr, same = nullptr;
  SHOW(cuLibraryGetKernel(nullptr, library, "set"));
  SHOW(cuLibraryGetKernel(&kernel, nullptr, "set"));
  SHOW(cuLibraryGetKernel(&kernel, library, nullptr));
  SHOW(cuLibraryGetKernel(&kernel, library, "no_such_kernel"));
  SHOW(cuLibraryGetKernel(&kernel, library, "set"));
  unsigned count = 0;
  SHOW(cuLibraryGetKernelCount(nullptr, library));
  SHOW(cuLibraryGetKernelCount(&count, nullptr));
  SHOW(cuLibraryGetKernelCount(&count, library));
  show_value("kernels", count);
  SHOW(cuLibraryEnumerateKernels(nullptr, 1, library));
  SHOW(cuLibraryEnumerateKernels(&same, 1, nullptr));
  SHOW(cuLibraryEnumerateKernels(&same, 1, library));
  show_truth("the same kernel", kernel == same);
  CUmodule module = nullptr, again = nullptr;
  SHOW(cuLibraryGetModule(nullptr, library));
  SHOW(cuLibraryGetModule(&module, nullptr));
  SHOW(cuLibraryGetModule(&module, library));
  SHOW(cuLibraryGetModule(&again, library));
  show_truth("one module", module == again && module != nullptr);
  CUfunction function = nullptr, of_module = nullptr;
  SHOW(cuKernelGetFunction(nullptr, kernel));
  SHOW(cuKernelGetFunction(&function, nullptr));
  SHOW(cuKernelGetFunction(&function, kernel));
  SHOW(cuModuleGetFunction(&of_module, module, "set"));
  show_truth("the module's function", function == of_module);
  CUlibrary owner = nullptr;
  SHOW(cuKernelGetLibrary(nullptr, kernel));
  SHOW(cuKernelGetLibrary(&owner, nullptr));
  SHOW(cuKernelGetLibrary(&owner, kernel));
  show_truth("its library", owner == library);
  const char *name = nullptr;
  SHOW(cuKernelGetName(nullptr, kernel));
  SHOW(cuKernelGetName(&name, kernel));
  std::printf("name: %s\n", name);
  std::size_t offset = 0, size = 0;
  SHOW(cuKernelGetParamInfo(kernel, 1, &offset, &size));
  show_row("second parameter", {int(offset), int(size)});
  SHOW(cuKernelGetParamInfo(kernel, 2, &offset, &size));
  SHOW(cuKernelGetParamInfo(kernel, 0, nullptr, &size));
  int value = -1;
  SHOW(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
  show_value("threads", value);
  SHOW(cuKernelGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
  SHOW(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 4096));
  SHOW(cuKernelGetAttribute(&value, static_cast<CUfunction_attribute>(999), kernel, 0));
  SHOW(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 50000, kernel, 0));
  SHOW(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
  show_value("dynamic bytes", value);
  SHOW(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1, kernel, 0));
  SHOW(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 50, kernel, 0));
  SHOW(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100, kernel, 4096));
  SHOW(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 0));
  SHOW(cuKernelSetCacheConfig(kernel, static_cast<CUfunc_cache>(77), 0));
  SHOW(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 4096));
  CUdeviceptr address = 0, managed = 0;
  std::size_t bytes = 0;
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, "plain"));
  show_value("bytes", bytes);
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, "no_such_variable"));
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, nullptr));
  SHOW(cuLibraryGetGlobal(nullptr, nullptr, library, "plain"));
  SHOW(cuLibraryGetManaged(&managed, &bytes, library, "shared_by_all"));
  SHOW(cuLibraryGetManaged(&managed, &bytes, library, "plain"));
  void *unified = nullptr;
  SHOW(cuLibraryGetUnifiedFunction(&unified, library, "set"));
  CUdeviceptr out = allocate(4);
  value = 3;
  void *arguments[] = {&out, &value};
  SHOW(cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  show_value("by the kernel's handle", read<int>(out, 1)[0]);
  value = 4;
  SHOW(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  show_value("by the function", read<int>(out, 1)[0]);
  SHOW(cuModuleUnload(module));
  SHOW(cuLibraryUnload(nullptr));
  SHOW(cuLibraryUnload(library));
}
