// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetLimit: defaults that are documented, what is refused, and where it may be asked.
#include "../../capturing.h"

static void inside(void *) {
  std::size_t value = 77;
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("untouched", static_cast<long long>(value));
}

CASES() {
  std::size_t value = 77;
  SHOW(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(-1)));
  SHOW(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(1000)));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
  show_value("untouched", static_cast<long long>(value));
  for (cudaLimit limit : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                          cudaLimitDevRuntimeSyncDepth, cudaLimitMaxL2FetchGranularity})
    SHOW(cudaDeviceGetLimit(nullptr, limit));
  show_last_error("after refused calls");
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack", static_cast<long long>(value));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  show_value("heap", static_cast<long long>(value));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  show_truth("some for printf", value > 0);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
  show_value("pending launches", static_cast<long long>(value));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
  show_truth("granularity within 0 and 128", value <= 128);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
  show_while_capturing("stack", [&] { return cudaDeviceGetLimit(&value, cudaLimitStackSize); });
  value = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
