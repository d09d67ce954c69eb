// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// The driver before cuInit, without it, and by its primary context.
#include "../cases.h"
#include "driver.h"

#include <cuda.h>

// cuInit, cuDriverGetVersion: what calls answer before cuInit, and flags that it refuses.
CASE(before_init) {
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

namespace {

const char* name(CUresult result) {
  const char* text = "?";
  cuGetErrorName(result, &text);
  return text;
}

void say(const char* when) {
  int count = -1, attribute = -1;
  CUcontext context = nullptr;
  const CUresult counted = cuDeviceGetCount(&count);
  std::printf("%s: cuDeviceGetCount %s", when,
              counted == CUDA_SUCCESS && count > 0 ? "ok" : name(counted));
  std::printf(", cuDeviceGetAttribute %s",
              name(cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0)));
  const CUresult current = cuCtxGetCurrent(&context);
  std::printf(", cuCtxGetCurrent %s%s\n", name(current), context != nullptr ? ", a context" : "");
}

void attributes() {
  for (const int number : {44, 102, 103, 104, 105, 107, 110, 136, 137}) {
    int of_driver = -7, of_runtime = -7;
    const CUresult driver =
        cuDeviceGetAttribute(&of_driver, static_cast<CUdevice_attribute>(number), 0);
    const cudaError_t runtime =
        cudaDeviceGetAttribute(&of_runtime, static_cast<cudaDeviceAttr>(number), 0);
    std::printf("attribute %d: driver %s, runtime %s", number, name(driver),
                cudaGetErrorName(runtime));
    // The others are of the machine.
    if (number >= 102 && number <= 105) std::printf(", %d and %d", of_driver, of_runtime);
    std::printf("\n");
    cudaGetLastError();
  }
}

}  // namespace

// The driver's calls in a program that only the runtime has initialised; attributes that the runtime has no name for.
CASE(without_init) {
  say("before anything");
  int count = 0;
  cudaGetDeviceCount(&count);
  say("after cudaGetDeviceCount");
  cudaFree(nullptr);
  say("after cudaFree");
  attributes();
}

static void show_state() {
  unsigned flags = 77;
  int active = 77;
  SHOW(cuDevicePrimaryCtxGetState(0, &flags, &active));
  show_row("flags, active", {int(flags), active});
}

// cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxGetState,
// cuDevicePrimaryCtxReset: counts, flags, states, and the runtime on the same context.
CASE(primary_context) {
  MUST(cuInit(0));
  CUcontext context = nullptr, again = nullptr, current = nullptr;
  unsigned flags = 0;
  int active = 0;
  show_state();
  SHOW(cuDevicePrimaryCtxGetState(4096, &flags, &active));
  SHOW(cuDevicePrimaryCtxGetState(0, nullptr, &active));
  SHOW(cuDevicePrimaryCtxGetState(0, &flags, nullptr));
  SHOW(cuDevicePrimaryCtxRelease(0));
  SHOW(cuDevicePrimaryCtxReset(4096));
  SHOW(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_BLOCKING_SYNC));
  SHOW(cuDevicePrimaryCtxSetFlags(0, 0x7));
  SHOW(cuDevicePrimaryCtxSetFlags(0, 0x1000));
  SHOW(cuDevicePrimaryCtxSetFlags(4096, 0));
  show_state();
  SHOW(cuDevicePrimaryCtxRetain(nullptr, 0));
  SHOW(cuDevicePrimaryCtxRetain(&context, 4096));
  SHOW(cuDevicePrimaryCtxRetain(&context, 0));
  SHOW(cuDevicePrimaryCtxRetain(&again, 0));
  show_truth("one context", context == again && context != nullptr);
  MUST(cuCtxGetCurrent(&current));
  show_truth("not current", current == nullptr);
  show_state();
  SHOW(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_SPIN));
  show_state();
  SHOW(cuCtxSetCurrent(context));
  flags = 77;
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxDestroy(context));
  SHOW(cuDevicePrimaryCtxRelease(0));
  SHOW(cuDevicePrimaryCtxRelease(0));
  show_state();
  CUdeviceptr pointer = 0;
  SHOW(cuMemAlloc(&pointer, 64));
  MUST(cuCtxGetCurrent(&current));
  show_truth("still named as current", current == context);
  SHOW(cuCtxSynchronize());
  SHOW(cuDevicePrimaryCtxRetain(&again, 0));
  show_truth("the same again", again == context);
  SHOW(cuMemAlloc(&pointer, 64));
  SHOW(cuDevicePrimaryCtxReset(0));
  SHOW(cuMemAlloc(&pointer, 64));
  show_state();
  SHOW(cuDevicePrimaryCtxRelease(0));
  SHOW(cuDevicePrimaryCtxRelease(0));
  std::printf("runtime\n");
  MUST(cuCtxSetCurrent(nullptr));
  SHOW(cudaFree(nullptr));
  show_state();
  MUST(cuCtxGetCurrent(&current));
  MUST(cuDevicePrimaryCtxRetain(&context, 0));
  show_truth("the runtime's context is the primary one", current == context);
  int *runtime = nullptr;
  SHOW(cudaMalloc(&runtime, 64));
  SHOW(cuMemsetD32(address_of(runtime), 5, 16));
  show_value("value", read<int>(address_of(runtime), 16)[15]);
  SHOW(cuMemFree(address_of(runtime)));
  SHOW(cuMemAlloc(&pointer, 64));
  SHOW(cudaFree(reinterpret_cast<void *>(pointer)));
}
