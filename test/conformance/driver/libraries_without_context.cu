// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuLibraryGetKernel and the other calls of libraries and kernels, without a context, with one, and after it has ended.
#include "driver.h"

__device__ int variable = 3;
extern "C" __global__ void named(int *p) { *p = variable; }

static void ask_all(const char *when, CUlibrary library, CUkernel known) {
  std::printf("== %s\n", when);
  CUkernel kernel = nullptr, kernels[4] = {};
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUlibrary of_kernel = nullptr;
  CUdeviceptr pointer = 0;
  unsigned count = 0;
  int value = 0;
  std::size_t bytes = 0, offset = 0;
  const char *name = nullptr;
  SHOW(cuLibraryGetKernel(&kernel, library, "named"));
  SHOW(cuLibraryGetKernel(&kernel, library, "no_such"));
  SHOW(cuLibraryGetKernelCount(&count, library));
  show_value("count", count);
  SHOW(cuLibraryEnumerateKernels(kernels, 4, library));
  SHOW(cuLibraryGetModule(&module, library));
  SHOW(cuLibraryGetGlobal(&pointer, &bytes, library, "variable"));
  SHOW(cuLibraryGetManaged(&pointer, &bytes, library, "variable"));
  SHOW(cuKernelGetLibrary(&of_kernel, known));
  SHOW(cuKernelGetFunction(&function, known));
  SHOW(cuKernelGetName(&name, known));
  SHOW(cuKernelGetParamInfo(known, 0, &offset, &bytes));
  SHOW(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, known, 0));
  SHOW(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, known, 0));
  SHOW(cuKernelSetCacheConfig(known, CU_FUNC_CACHE_PREFER_L1, 0));
  CUlibrary second = nullptr;
  SHOW(cuLibraryLoadData(&second, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  if (second != nullptr) SHOW(cuLibraryUnload(second));
}

int main() {
  MUST(cuInit(0));
  CUlibrary library;
  CUkernel kernel = nullptr;
  SHOW(cuLibraryLoadData(&library, own_image(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cuLibraryGetKernel(&kernel, library, "named"));
  CUcontext context;
  unsigned flags = 0;
  int active = 77;
  MUST(cuDevicePrimaryCtxGetState(0, &flags, &active));
  show_value("primary context is active", active);
  if (kernel != nullptr) ask_all("no context", library, kernel);
  MUST(cuDevicePrimaryCtxGetState(0, &flags, &active));
  show_value("primary context is active", active);
  context = make_context();
  MUST(cuLibraryGetKernel(&kernel, library, "named"));
  ask_all("a context", library, kernel);
  MUST(cuCtxDestroy(context));
  ask_all("none again", library, kernel);
  use_primary();
  CUfunction function;
  MUST(cuKernelGetFunction(&function, kernel));
  int *null = nullptr;
  void *arguments[] = {&null};
  MUST(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuCtxSynchronize());
  ask_all("after a fault", library, kernel);
}
