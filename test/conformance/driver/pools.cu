// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Memory pools, and addresses reserved before they have memory.
#include "../cases.h"
#include "driver.h"

// cuMemAllocAsync, cuMemFreeAsync, cuMemAllocFromPoolAsync, cuMemPoolCreate, cuMemPoolDestroy, cuMemPoolTrimTo,
// cuMemPoolSetAttribute, cuMemPoolGetAttribute, cuMemPoolSetAccess, cuMemPoolGetAccess, cuMemGetDefaultMemPool,
// cuMemGetMemPool, cuMemSetMemPool: stream-ordered memory.
CASE(pools) {
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

// cuMemAddressReserve, cuMemAddressFree, cuMemCreate, cuMemRelease, cuMemMap, cuMemUnmap, cuMemSetAccess, cuMemGetAccess,
// cuMemGetAllocationGranularity, cuMemGetAllocationPropertiesFromHandle, cuMemRetainAllocationHandle: reserved addresses
// and what is mapped there.
CASE(virtual_memory) {
  use_primary();
  CUmemAllocationProp prop = {};
  std::size_t granularity = 0;
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  SHOW(cuMemGetAllocationGranularity(nullptr, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  SHOW(cuMemGetAllocationGranularity(&granularity, nullptr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  SHOW(cuMemGetAllocationGranularity(&granularity, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  show_value("granularity", granularity);
  const std::size_t size = granularity;
  CUdeviceptr base = 0;
  SHOW(cuMemAddressReserve(nullptr, 4 * size, 0, 0, 0));
  SHOW(cuMemAddressReserve(&base, 0, 0, 0, 0));
  SHOW(cuMemAddressReserve(&base, size + 4096, 0, 0, 0));
  SHOW(cuMemAddressReserve(&base, 4 * size, 0, 0, 1));
  SHOW(cuMemAddressReserve(&base, 4 * size, 0, 0, 0));
  show_truth("aligned", base % size == 0);
  CUmemGenericAllocationHandle first = 0, second = 0, again = 0;
  SHOW(cuMemCreate(nullptr, size, &prop, 0));
  SHOW(cuMemCreate(&first, 0, &prop, 0));
  SHOW(cuMemCreate(&first, 4096, &prop, 0));
  SHOW(cuMemCreate(&first, size, nullptr, 0));
  SHOW(cuMemCreate(&first, size, &prop, 1));
  SHOW(cuMemCreate(&first, size, &prop, 0));
  SHOW(cuMemCreate(&second, 2 * size, &prop, 0));
  CUmemAllocationProp seen = {};
  SHOW(cuMemGetAllocationPropertiesFromHandle(&seen, first));
  show_row("type, location", {int(seen.type), int(seen.location.type), seen.location.id});
  SHOW(cuMemMap(base, size, 0, first, 1));
  SHOW(cuMemMap(base + 4096, size, 0, first, 0));
  SHOW(cuMemMap(base, 2 * size, 0, first, 0));
  SHOW(cuMemMap(base, size, 0, first, 0));
  SHOW(cuMemMap(base, size, 0, second, 0));
  SHOW(cuMemMap(base + size, 2 * size, 0, second, 0));
  SHOW(cuMemsetD8(base, 1, 16));
  CUmemAccessDesc access = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  SHOW(cuMemSetAccess(base, 3 * size, nullptr, 1));
  SHOW(cuMemSetAccess(base, 4 * size, &access, 1));
  SHOW(cuMemSetAccess(base, 3 * size, &access, 1));
  unsigned long long flags = 77;
  SHOW(cuMemGetAccess(&flags, &prop.location, base));
  show_value("access", flags);
  SHOW(cuMemsetD32(base, 6, 3 * size / 4));
  show_value("last", read<int>(base + 3 * size - 4, 1)[0]);
  SHOW(cuMemRetainAllocationHandle(&again, reinterpret_cast<void *>(base + 64)));
  show_truth("the same handle", again == first);
  SHOW(cuMemRelease(again));
  SHOW(cuMemRelease(first));
  show_value("still there", read<int>(base, 1)[0]);
  SHOW(cuMemAddressFree(base, 4 * size));
  SHOW(cuMemUnmap(base, size / 2));
  SHOW(cuMemUnmap(base, size));
  SHOW(cuMemcpyDtoH(&flags, base, 8));
  SHOW(cuMemUnmap(base + size, 2 * size));
  SHOW(cuMemRelease(second));
  SHOW(cuMemAddressFree(base, size));
  SHOW(cuMemAddressFree(base, 4 * size));
}
