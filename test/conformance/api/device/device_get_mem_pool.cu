// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetMemPool: devices, a null pointer; one current pool for all threads.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaMemPool_t pool = nullptr, standard, own;
  SHOW(cudaDeviceGetMemPool(nullptr, 0));
  SHOW(cudaDeviceGetMemPool(&pool, -1));
  SHOW(cudaDeviceGetMemPool(&pool, count));
  SHOW(cudaDeviceGetMemPool(nullptr, count));
  show_truth("untouched", pool == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaDeviceGetMemPool(&pool, 0));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  show_truth("the default at first", pool == standard);
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  MUST(cudaMemPoolCreate(&own, &props));
  std::thread([&] { MUST(cudaDeviceSetMemPool(0, own)); }).join();
  SHOW(cudaDeviceGetMemPool(&pool, 0));
  show_truth("what another thread set", pool == own);
  show_while_capturing("pool", [&] { return cudaDeviceGetMemPool(&pool, 0); });
  SHOW(cudaDeviceReset());
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaDeviceGetMemPool(&pool, 0));
  show_truth("the default after a reset", pool == standard);
  show_truth("after a reset what was set before", pool == own);
}
