// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSetLimit at its edges: zero, odd, huge, and a heap that a kernel already uses.
#include "../transcript.h"

__device__ void *kept;
__global__ void use_heap() { kept = malloc(64); }

static void set(const char *what, cudaLimit limit, std::size_t value) {
  std::printf("%s to %zu: %s\n", what, value, name_of(cudaDeviceSetLimit(limit, value)));
  std::fflush(stdout);
}

static std::size_t get(cudaLimit limit) {
  std::size_t value = 0;
  MUST(cudaDeviceGetLimit(&value, limit));
  return value;
}

int main() {
  set("stack", cudaLimitStackSize, 0);
  set("stack", cudaLimitStackSize, 1);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("stack", cudaLimitStackSize, 1000);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("stack", cudaLimitStackSize, 1 << 16);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("stack", cudaLimitStackSize, std::size_t{1} << 40);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("printf", cudaLimitPrintfFifoSize, 0);
  show_truth("printf at least 1000", get(cudaLimitPrintfFifoSize) >= 1000);
  set("heap", cudaLimitMallocHeapSize, 0);
  set("heap", cudaLimitMallocHeapSize, 5 << 20);
  show_truth("heap at least 5 MiB", get(cudaLimitMallocHeapSize) >= (5 << 20));
  set("synchronisation depth", cudaLimitDevRuntimeSyncDepth, 2);
  set("pending launches", cudaLimitDevRuntimePendingLaunchCount, 100);
  show_truth("pending launches at least 100", get(cudaLimitDevRuntimePendingLaunchCount) >= 100);
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 32);
  show_value("granularity", static_cast<long long>(get(cudaLimitMaxL2FetchGranularity)));
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 33);
  show_value("granularity", static_cast<long long>(get(cudaLimitMaxL2FetchGranularity)));
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 1000);
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 0);
  set("persisting L2", cudaLimitPersistingL2CacheSize, 0);
  use_heap<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  set("heap in use", cudaLimitMallocHeapSize, 6 << 20);
  set("heap in use, same", cudaLimitMallocHeapSize, get(cudaLimitMallocHeapSize));
  set("printf", cudaLimitPrintfFifoSize, 3 << 20);
  show_truth("printf at least 3 MiB", get(cudaLimitPrintfFifoSize) >= (3 << 20));
  set("limit -1", static_cast<cudaLimit>(-1), 1);
  set("limit 7", static_cast<cudaLimit>(7), 1);
  SHOW(cudaDeviceReset());
  show_value("stack after a reset", static_cast<long long>(get(cudaLimitStackSize)));
}
