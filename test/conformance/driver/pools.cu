// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemAllocAsync, cuMemFreeAsync, cuMemAllocFromPoolAsync, cuMemPoolCreate, cuMemPoolDestroy, cuMemPoolTrimTo,
// cuMemPoolSetAttribute, cuMemPoolGetAttribute, cuMemPoolSetAccess, cuMemPoolGetAccess, cuMemGetDefaultMemPool,
// cuMemGetMemPool, cuMemSetMemPool: stream-ordered memory.
#include "driver.h"

int main() {
  use_primary();
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a = 0, b = 0;
  SHOW(cuMemAllocAsync(nullptr, 64, stream));
  SHOW(cuMemAllocAsync(&a, 0, stream));
  SHOW(cuMemAllocAsync(&a, 1000, stream));
  SHOW(cuMemsetD32Async(a, 9, 250, stream));
  SHOW(cuStreamSynchronize(stream));
  show_value("value", read<int>(a, 250)[249]);
  CUmemoryPool pool = nullptr, seen = nullptr;
  SHOW(cuPointerGetAttribute(&seen, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, a));
  MUST(cuDeviceGetDefaultMemPool(&pool, 0));
  show_truth("of the default pool", seen == pool);
  SHOW(cuMemFreeAsync(a, stream));
  SHOW(cuMemFreeAsync(0, stream));
  SHOW(cuMemFreeAsync(64, stream));
  CUmemPoolProps props = {};
  SHOW(cuMemPoolCreate(nullptr, &props));
  SHOW(cuMemPoolCreate(&pool, nullptr));
  SHOW(cuMemPoolCreate(&pool, &props));
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  props.location.id = 0;
  SHOW(cuMemPoolCreate(&pool, &props));
  cuuint64_t value = 77;
  SHOW(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  show_value("threshold", value);
  value = 1 << 20;
  SHOW(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  SHOW(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  show_value("threshold", value);
  SHOW(cuMemPoolGetAttribute(pool, static_cast<CUmemPool_attribute>(99), &value));
  SHOW(cuMemPoolGetAttribute(nullptr, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  SHOW(cuMemAllocFromPoolAsync(&b, 64, nullptr, stream));
  SHOW(cuMemAllocFromPoolAsync(&b, 64, pool, stream));
  SHOW(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
  show_value("used", value);
  SHOW(cuMemFreeAsync(b, stream));
  MUST(cuStreamSynchronize(stream));
  CUmemAccess_flags flags;
  CUmemLocation location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  SHOW(cuMemPoolGetAccess(&flags, pool, &location));
  show_value("access", flags);
  CUmemAccessDesc access = {location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  SHOW(cuMemPoolSetAccess(pool, &access, 1));
  SHOW(cuMemPoolTrimTo(pool, 0));
  SHOW(cuMemGetDefaultMemPool(&seen, &location, CU_MEM_ALLOCATION_TYPE_PINNED));
  SHOW(cuMemGetMemPool(&seen, &location, CU_MEM_ALLOCATION_TYPE_PINNED));
  SHOW(cuMemSetMemPool(&location, CU_MEM_ALLOCATION_TYPE_PINNED, pool));
  SHOW(cuMemGetMemPool(&seen, &location, CU_MEM_ALLOCATION_TYPE_PINNED));
  show_truth("the pool", seen == pool);
  SHOW(cuMemPoolDestroy(pool));
  SHOW(cuMemPoolDestroy(nullptr));
}
