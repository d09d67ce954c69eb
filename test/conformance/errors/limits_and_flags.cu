// SPDX-License-Identifier: Apache-2.0
// Device limits, flags and cache preferences.
#include "../transcript.h"

int main() {
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
