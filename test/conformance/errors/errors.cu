// SPDX-License-Identifier: Apache-2.0
// The last error, names of errors, devices, limits.
#include "../cases.h"

// The last error: set by failures, kept by successes, replaced by newer failures, one for each thread.
CASE(last_error) {
  show_last_error("at the start");
  void *p = nullptr;
  SHOW(cudaMalloc(&p, 64));
  SHOW(cudaMemset(nullptr, 0, 16));
  SHOW(cudaMemset(p, 0, 16));
  std::printf("peek: %s\n", name_of(cudaPeekAtLastError()));
  std::printf("peek: %s\n", name_of(cudaPeekAtLastError()));
  show_last_error("after a failure and a success");
  show_last_error("when asked again");
  SHOW(cudaMemset(nullptr, 0, 16));
  SHOW(cudaSetDevice(1000));
  show_last_error("after two failures");
  SHOW(cudaStreamDestroy(nullptr));
  std::thread([] { show_last_error("in a new thread"); }).join();
  show_last_error("in this thread");
  std::thread([] {
    SHOW(cudaSetDevice(-1));
    show_last_error("in the thread that failed");
  }).join();
  show_last_error("in this thread");
  SHOW(cudaFree(p));
}

// The name of each error code; texts are the implementation's own, so only whether there is one.
CASE(names) {
  for (int code = -1; code <= 10001; ++code) {
    auto error = static_cast<cudaError_t>(code);
    const char *name = cudaGetErrorName(error), *text = cudaGetErrorString(error);
    if (std::strcmp(name, "unrecognized error code") != 0)
      std::printf("%d %s %s\n", code, name, text && *text ? "has a text" : "has no text");
  }
  std::printf("unknown: %s, %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
              cudaGetErrorString(static_cast<cudaError_t>(12345)));
  show_last_error("at the end");
}

__global__ void kernel() {}

// The current device and the last error belong to the thread; a new thread starts with device 0 and no error.
CASE(threads_and_devices) {
  SHOW(cudaSetDevice(0));
  kernel<<<1, 4096>>>();
  std::thread([] {
    int device = 77;
    SHOW(cudaGetDevice(&device));
    show_value("device", device);
    show_last_error("in the new thread");
    kernel<<<1, 1>>>();
    show_last_error("after a launch there");
    SHOW(cudaDeviceSynchronize());
  }).join();
  show_last_error("in the first thread");
  kernel<<<1, 4096>>>();
  kernel<<<1, 1>>>();
  show_last_error("after a bad and a good launch");
  SHOW(cudaInitDevice(0, 0, 0));
  SHOW(cudaInitDevice(1000, 0, 0));
  SHOW(cudaDeviceSynchronize());
}

// Choosing devices that do not exist, and asking with null pointers.
CASE(devices) {
  int count = 0, device = 77, value = 77;
  SHOW(cudaGetDeviceCount(&count));
  show_truth("at least one device", count >= 1);
  SHOW(cudaGetDeviceCount(nullptr));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaGetDevice(nullptr));
  SHOW(cudaSetDevice(count));
  SHOW(cudaSetDevice(-1));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  cudaDeviceProp prop;
  SHOW(cudaGetDeviceProperties(&prop, count));
  SHOW(cudaGetDeviceProperties(nullptr, 0));
  SHOW(cudaGetDeviceProperties(&prop, 0));
  show_row("warpSize maxThreadsPerBlock maxThreadsDim maxGridSize",
           {prop.warpSize, prop.maxThreadsPerBlock, prop.maxThreadsDim[0], prop.maxThreadsDim[1],
            prop.maxThreadsDim[2], prop.maxGridSize[0], prop.maxGridSize[1], prop.maxGridSize[2]});
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  show_value("warp size", value);
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count));
  SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(100000), 0));
  SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0));
  int can = 77;
  SHOW(cudaDeviceCanAccessPeer(&can, 0, 0));
  show_value("can access itself", can);
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  SHOW(cudaDeviceEnablePeerAccess(count, 0));
  SHOW(cudaDeviceDisablePeerAccess(0));
  char bus[32];
  SHOW(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  SHOW(cudaDeviceGetByPCIBusId(&device, bus));
  show_value("device of its own bus id", device);
  SHOW(cudaDeviceGetByPCIBusId(&device, "ffff:ff:ff.0"));
  SHOW(cudaDeviceGetPCIBusId(bus, 4, 0));
  int version = 0;
  SHOW(cudaRuntimeGetVersion(&version));
  show_value("runtime", version);
  SHOW(cudaRuntimeGetVersion(nullptr));
  SHOW(cudaDriverGetVersion(&version));
  show_truth("driver is at least as new", version >= 13000);
  cudaDeviceProp wanted = {};
  SHOW(cudaChooseDevice(&device, &wanted));
}

__device__ int variable = 5;
__global__ void read(int *out) { *out = variable; }
__global__ void write(int v) { variable = v; }

// cudaDeviceReset destroys everything of the device; the program goes on with a new context.
CASE(device_reset) {
  int *p, *q;
  cudaStream_t stream;
  MUST(cudaMalloc(&p, 64));
  MUST(cudaStreamCreate(&stream));
  write<<<1, 1>>>(9);
  MUST(cudaDeviceSynchronize());
  SHOW(cudaMemset(nullptr, 0, 1));
  SHOW(cudaDeviceReset());
  show_last_error("across a reset");
  SHOW(cudaFree(p));
  SHOW(cudaMalloc(&q, 64));
  read<<<1, 1>>>(q);
  show_last_error("after a launch");
  int value = -1;
  SHOW(cudaMemcpy(&value, q, 4, cudaMemcpyDeviceToHost));
  show_value("variable is initialised again", value);
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceSynchronize());
}

// Device limits, flags and cache preferences.
CASE(limits_and_flags) {
  std::size_t value = 77;
  for (int limit = 0; limit <= 7; ++limit) {
    cudaError_t e = cudaDeviceGetLimit(&value, static_cast<cudaLimit>(limit));
    std::printf("limit %d: %s\n", limit, name_of(e));
  }
  SHOW(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  SHOW(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)));
  SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack", static_cast<long long>(value));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  show_truth("printf buffer at least as large as asked", value >= (2 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  show_truth("heap at least as large as asked", value >= (16 << 20));
  unsigned flags = 77;
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags", flags);
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags", flags);
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield));
  SHOW(cudaSetDeviceFlags(0x1000));
  SHOW(cudaGetDeviceFlags(nullptr));
  cudaFuncCache cache = static_cast<cudaFuncCache>(77);
  SHOW(cudaDeviceGetCacheConfig(&cache));
  show_value("cache", cache);
  SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  SHOW(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(9)));
  SHOW(cudaCtxResetPersistingL2Cache());
}
