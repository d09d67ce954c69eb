// SPDX-License-Identifier: Apache-2.0
// What a reset puts back: settings, limits, memory. And that it may come first.
#include "../transcript.h"

int main() {
  SHOW(cudaDeviceReset());
  std::size_t before = 0, value = 0;
  MUST(cudaDeviceGetLimit(&before, cudaLimitPrintfFifoSize));
  MUST(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, before * 4));
  MUST(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  MUST(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  void *memory = nullptr;
  MUST(cudaMalloc(&memory, 1 << 20));
  SHOW(cudaDeviceReset());
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, memory));
  show_value("type", attributes.type);
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  SHOW(cudaDeviceGetCacheConfig(&cache));
  show_value("cache", cache);
  MUST(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  show_truth("printf buffer as at first", value == before);
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack", static_cast<long long>(value));
  int device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
}
