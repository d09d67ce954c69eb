// SPDX-License-Identifier: Apache-2.0
// For programs of the driver API: results by name, a primary context, kernels of the program's own image.
#pragma once

#include <cuda.h>

#include "../libraries/own_image.h"
#include "../transcript.h"

inline const char *name_of(CUresult result) {
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  return name != nullptr ? name : "(no name)";
}

inline CUresult show(const char *what, CUresult result) {
  std::printf("%s: %s\n", what, name_of(result));
  std::fflush(stdout);
  return result;
}

inline void must(const char *what, int line, CUresult result) {
  if (result == CUDA_SUCCESS) return;
  std::printf("line %d: setup failed: %s: %s\n", line, what, name_of(result));
  std::fflush(stdout);
  std::exit(2);
}

// The primary context of device 0, current to the thread.
inline CUcontext use_primary() {
  CUcontext context;
  MUST(cuInit(0));
  MUST(cuDevicePrimaryCtxRetain(&context, 0));
  MUST(cuCtxSetCurrent(context));
  return context;
}

inline CUcontext make_context(unsigned flags = 0) {
  CUcontext context;
  MUST(cuCtxCreate(&context, nullptr, flags, 0));
  return context;
}

inline CUmodule own_module() {
  CUmodule module;
  MUST(cuModuleLoadData(&module, own_image()));
  return module;
}

inline CUfunction function_of(CUmodule module, const char *name) {
  CUfunction function;
  MUST(cuModuleGetFunction(&function, module, name));
  return function;
}

inline CUdeviceptr allocate(std::size_t bytes) {
  CUdeviceptr pointer;
  MUST(cuMemAlloc(&pointer, bytes));
  MUST(cuMemsetD8(pointer, 0, bytes));
  return pointer;
}

template <class T>
std::vector<T> read(CUdeviceptr pointer, std::size_t count) {
  std::vector<T> values(count);
  MUST(cuMemcpyDtoH(values.data(), pointer, count * sizeof(T)));
  return values;
}

inline CUdeviceptr address_of(const void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
