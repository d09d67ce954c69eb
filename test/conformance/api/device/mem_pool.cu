// SPDX-License-Identifier: Apache-2.0
// The default and the current pool of a device.
#include "../../cases.h"
#include "../../capturing.h"

// cudaDeviceGetDefaultMemPool: devices, a null pointer; always the same pool, whatever the current one is.
CASE(device_get_default_mem_pool) {
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

// cudaDeviceGetMemPool: devices, a null pointer; one current pool for all threads.
CASE(device_get_mem_pool) {
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

static long long used(cudaMemPool_t pool) {
  std::uint64_t bytes = 77;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
  return static_cast<long long>(bytes);
}

// cudaDeviceSetMemPool: what may be set, where allocations then come from, and when the default returns.
CASE(device_set_mem_pool) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaMemPool_t pool, standard, now = nullptr, none = nullptr;
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaDeviceSetMemPool(0, none));
  SHOW(cudaDeviceSetMemPool(-1, pool));
  SHOW(cudaDeviceSetMemPool(count, pool));
  show_last_error("after refused calls");
  MUST(cudaDeviceGetMemPool(&now, 0));
  show_truth("the default stays", now == standard);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  void *a, *b, *c;
  MUST(cudaMallocAsync(&a, 100, stream));
  SHOW(cudaDeviceSetMemPool(0, pool));
  SHOW(cudaDeviceSetMemPool(0, pool));
  MUST(cudaMallocAsync(&b, 200, stream));
  std::thread([&] { MUST(cudaMallocAsync(&c, 400, stream)); }).join();
  show_value("bytes from the own pool", used(pool));
  show_value("bytes from the default", used(standard));
  SHOW(cudaDeviceSetMemPool(0, standard));
  SHOW(cudaFreeAsync(b, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("bytes from the own pool", used(pool));
  show_while_capturing("set", [&] { return cudaDeviceSetMemPool(0, pool); });
  MUST(cudaDeviceGetMemPool(&now, 0));
  show_truth("set by the relaxed one", now == pool);
  SHOW(cudaFreeAsync(a, stream));
  SHOW(cudaFreeAsync(c, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolDestroy(pool));
  MUST(cudaDeviceGetMemPool(&now, 0));
  show_truth("the default again", now == standard);
}
