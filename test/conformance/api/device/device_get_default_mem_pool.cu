// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetDefaultMemPool: devices, a null pointer; always the same pool, whatever the current one is.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaMemPool_t pool = nullptr, again = nullptr, own;
  SHOW(cudaDeviceGetDefaultMemPool(nullptr, 0));
  SHOW(cudaDeviceGetDefaultMemPool(&pool, -1));
  SHOW(cudaDeviceGetDefaultMemPool(&pool, count));
  SHOW(cudaDeviceGetDefaultMemPool(nullptr, count));
  show_truth("untouched", pool == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
  SHOW(cudaDeviceGetMemPool(&again, 0));
  show_truth("current at first", pool != nullptr && pool == again);
  SHOW(cudaMemPoolDestroy(pool));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  MUST(cudaMemPoolCreate(&own, &props));
  MUST(cudaDeviceSetMemPool(0, own));
  SHOW(cudaDeviceGetDefaultMemPool(&again, 0));
  show_truth("still the same", pool == again);
  std::uint64_t before = 77, used = 77;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &before));
  void *memory;
  SHOW(cudaMallocFromPoolAsync(&memory, 1000, pool, nullptr));
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  show_value("bytes used", static_cast<long long>(used - before));
  SHOW(cudaFreeAsync(memory, nullptr));
  show_while_capturing("pool", [&] { return cudaDeviceGetDefaultMemPool(&again, 0); });
}
