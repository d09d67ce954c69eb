// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSetLimit: each limit, what is refused, and what a larger stack and heap are good for.
#include "../../capturing.h"

static __device__ __noinline__ int deep(int n) {
  volatile int words[64];
  for (int i = 0; i < 64; ++i) words[i] = n + i;
  return n == 0 ? words[1] : deep(n - 1) + words[n % 64] - words[(n + 1) % 64];
}
__global__ void descend(int *result, int depth) { *result = deep(depth); }
__device__ void *volatile taken;
__global__ void take(int *result, std::size_t bytes) {
  void *memory = malloc(bytes);
  taken = memory;
  *result = memory != nullptr;
  free(memory);
}
__global__ void print() { printf("printed by a kernel\n"); }

CASES() {
  std::size_t value = 0;
  SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(-1), 1));
  SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(1000), 1));
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 1));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, ~std::size_t{0}));
  SHOW(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));
  SHOW(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
  std::thread([&] { MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize)); }).join();
  show_value("stack that another thread sees", static_cast<long long>(value));
  std::thread([] { SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 48 << 10)); }).join();
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack that another thread set", static_cast<long long>(value));

  DeviceArray<int> word(1);
  descend<<<1, 1>>>(word, 80);
  SHOW(cudaDeviceSynchronize());
  show_value("a deep recursion", word.read()[0]);
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, take));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  take<<<1, 1>>>(word, 24 << 20);
  SHOW(cudaDeviceSynchronize());
  show_value("24 MiB of the heap", word.read()[0]);
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  MUST(cudaFuncGetAttributes(&attributes, print));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  print<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 32 << 10));
  show_while_capturing("stack", [] { return cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10); });
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack at the end", static_cast<long long>(value));
  MUST(cudaDeviceReset());
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
}
