// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuInit, cuDriverGetVersion: what calls answer before cuInit, and flags that it refuses.
#include "driver.h"

int main() {
  int count = -7, version = 0, value = 0;
  CUdevice device = -7;
  CUcontext context = nullptr;
  CUdeviceptr pointer = 0;
  CUstream stream = nullptr;
  CUevent event = nullptr;
  CUmodule module = nullptr;
  char name[64];
  SHOW(cuDriverGetVersion(nullptr));
  SHOW(cuDriverGetVersion(&version));
  show_value("version", version);
  SHOW(cuDeviceGetCount(&count));
  SHOW(cuDeviceGetCount(nullptr));
  SHOW(cuDeviceGet(&device, 0));
  SHOW(cuDeviceGetName(name, 64, 0));
  SHOW(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  SHOW(cuCtxGetCurrent(&context));
  SHOW(cuCtxSetCurrent(nullptr));
  SHOW(cuCtxGetDevice(&device));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemAlloc(&pointer, 16));
  SHOW(cuMemAlloc(nullptr, 16));
  SHOW(cuStreamCreate(&stream, 0));
  SHOW(cuStreamSynchronize(nullptr));
  SHOW(cuEventCreate(&event, 0));
  SHOW(cuModuleLoadData(&module, nullptr));
  SHOW(cuMemFree(0));
  SHOW(cuDevicePrimaryCtxRetain(&context, 0));
  SHOW(cuCtxCreate(&context, nullptr, 0, 0));
  void *function = nullptr;
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  SHOW(cuGetProcAddress("cuMemAlloc", &function, 13000, 0, &found));
  show_truth("a function", function != nullptr && found == CU_GET_PROC_ADDRESS_SUCCESS);
  SHOW(cuInit(1));
  SHOW(cuInit(~0u));
  SHOW(cuDeviceGet(&device, 0));
  SHOW(cuInit(0));
  SHOW(cuInit(0));
  SHOW(cuInit(1));
  SHOW(cuDeviceGetCount(nullptr));
  SHOW(cuDeviceGetCount(&count));
  show_truth("devices", count > 0);
  // Without a context.
  SHOW(cuCtxGetCurrent(&context));
  show_truth("none", context == nullptr);
  SHOW(cuCtxGetDevice(&device));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemAlloc(&pointer, 16));
  SHOW(cuMemAlloc(nullptr, 16));
  SHOW(cuMemFree(0));
  SHOW(cuMemFree(16));
  SHOW(cuStreamCreate(&stream, 0));
  SHOW(cuStreamCreate(nullptr, 0));
  SHOW(cuStreamCreate(&stream, 77));
  SHOW(cuStreamSynchronize(nullptr));
  SHOW(cuStreamQuery(nullptr));
  SHOW(cuEventCreate(&event, 0));
  SHOW(cuEventCreate(nullptr, 0));
  SHOW(cuModuleLoadData(&module, nullptr));
  SHOW(cuMemsetD8(0, 0, 0));
  SHOW(cuMemcpyDtoH(name, 16, 8));
  SHOW(cuMemcpyHtoD(16, name, 0));
  SHOW(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  SHOW(cuCtxGetFlags(reinterpret_cast<unsigned *>(&value)));
  SHOW(cuCtxGetApiVersion(nullptr, reinterpret_cast<unsigned *>(&value)));
  std::size_t bytes = 0;
  SHOW(cuMemGetInfo(&bytes, &bytes));
  SHOW(cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
  CUfunc_cache config;
  SHOW(cuCtxGetCacheConfig(&config));
  SHOW(cuCtxPopCurrent(&context));
  SHOW(cuCtxGetStreamPriorityRange(&value, &value));
  void *host = nullptr;
  SHOW(cuMemHostAlloc(&host, 64, 0));
  SHOW(cuMemFreeHost(host));
  SHOW(cuMemAllocManaged(&pointer, 64, CU_MEM_ATTACH_GLOBAL));
  CUmemorytype type;
  SHOW(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 16));
  CUgraph graph = nullptr;
  SHOW(cuGraphCreate(&graph, 0));
}
