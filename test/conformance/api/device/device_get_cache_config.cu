// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetCacheConfig: the default, a null pointer, after a change by another thread and after a reset.
#include "../../capturing.h"

CASES() {
  cudaFuncCache config = static_cast<cudaFuncCache>(77);
  SHOW(cudaDeviceGetCacheConfig(nullptr));
  show_last_error("after a null pointer");
  SHOW(cudaDeviceGetCacheConfig(&config));
  show_value("at first", config);
  std::thread([] { MUST(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1)); }).join();
  SHOW(cudaDeviceGetCacheConfig(&config));
  show_value("changed in another thread", config);
  show_while_capturing("asked", [&] { return cudaDeviceGetCacheConfig(&config); });
  MUST(cudaDeviceReset());
  SHOW(cudaDeviceGetCacheConfig(&config));
  show_value("after a reset", config);
}
