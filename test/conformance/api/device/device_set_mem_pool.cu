// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSetMemPool: what may be set, where allocations then come from, and when the default returns.
#include "../../capturing.h"

static long long used(cudaMemPool_t pool) {
  std::uint64_t bytes = 77;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
  return static_cast<long long>(bytes);
}

CASES() {
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
