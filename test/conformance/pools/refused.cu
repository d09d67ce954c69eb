// SPDX-License-Identifier: Apache-2.0
// What the calls about pools refuse.
#include "../cases.h"

#include <unistd.h>

// What cudaMemPoolCreate refuses.
CASE(create_refused) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, other;
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolCreate(&other, nullptr));
  auto create = [&](const char *what, cudaMemPoolProps p) {
    cudaMemPool_t made = nullptr;
    show(what, cudaMemPoolCreate(&made, &p));
    if (made != nullptr) cudaMemPoolDestroy(made);
    cudaGetLastError();
  };
  cudaMemPoolProps p = props;
  p.location.type = cudaMemLocationTypeInvalid;
  create("no location", p);
  p.location.type = static_cast<cudaMemLocationType>(9);
  create("unknown location", p);
  p = props;
  p.location.id = -1;
  create("device -1", p);
  p = props;
  p.allocType = static_cast<cudaMemAllocationType>(9);
  create("unknown allocation type", p);
  p = props;
  p.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  create("file descriptors", p);
  p.handleTypes = cudaMemHandleTypeWin32;
  create("Windows handles", p);
  p.handleTypes = static_cast<cudaMemAllocationHandleType>(64);
  create("unknown handles", p);
  p = props;
  p.usage = 1;
  create("usage 1", p);
  p.usage = 2;
  create("usage 2", p);
  p.usage = 0x8000;
  create("usage 8000", p);
  p = props;
  p.reserved[0] = 1;
  create("reserved bytes", p);
  p = props;
  p.maxSize = 1;
  create("maximum of one byte", p);
  p.location.type = cudaMemLocationTypeHost;
  p.maxSize = 0;
  create("on the host", p);
  p.location.type = cudaMemLocationTypeHostNuma;
  create("on a node of the host", p);
  p.location.type = cudaMemLocationTypeHostNumaCurrent;
  create("on the current node", p);
  p = props;
  p.allocType = cudaMemAllocationTypeManaged;
  create("managed", p);
}

// What the calls about a pool's attributes refuse. (A null value crashes when it is set on hardware.)
CASE(attributes_refused) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, none = nullptr;
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolDestroy(none));
  unsigned long long value = 0;
  int flag = 2;
  SHOW(cudaMemPoolGetAttribute(none, cudaMemPoolAttrUsedMemHigh, &value));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, nullptr));
  SHOW(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(0), &value));
  SHOW(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(50), &value));
  SHOW(cudaMemPoolSetAttribute(none, cudaMemPoolAttrReleaseThreshold, &value));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
  show_value("flag", flag);
  flag = -5;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &flag));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &flag));
  show_value("flag", flag);
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &value));
  value = 5;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &value));
  SHOW(cudaMemPoolTrimTo(none, 0));
}

// What the calls about access to a pool refuse, and what they say. (Null results and arrays make hardware crash.)
CASE(access_refused) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, none = nullptr;
  MUST(cudaMemPoolCreate(&pool, &props));
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  cudaMemAccessDesc access = {};
  access.location = here;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  SHOW(cudaMemPoolSetAccess(pool, nullptr, 0));
  SHOW(cudaMemPoolSetAccess(pool, &access, 0));
  SHOW(cudaMemPoolSetAccess(none, &access, 1));
  access.flags = cudaMemAccessFlagsProtRead;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  access.flags = static_cast<cudaMemAccessFlags>(2);
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  access.flags = cudaMemAccessFlagsProtReadWrite;
  access.location.id = 1000;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  access.location.id = 0;
  access.location.type = cudaMemLocationTypeHost;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  SHOW(cudaMemPoolGetAccess(&flags, none, &here));
  SHOW(cudaMemPoolGetAccess(&flags, pool, nullptr));
  here.id = 1000;
  SHOW(cudaMemPoolGetAccess(&flags, pool, &here));
  here.id = 0;
  here.type = cudaMemLocationTypeHost;
  SHOW(cudaMemPoolGetAccess(&flags, pool, &here));
  SHOW(cudaMemPoolDestroy(pool));
}

// What the calls about a device's pools refuse.
CASE(device_refused) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, other, none = nullptr;
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaDeviceGetDefaultMemPool(nullptr, 0));
  SHOW(cudaDeviceGetDefaultMemPool(&other, -1));
  SHOW(cudaDeviceGetDefaultMemPool(&other, 1000));
  SHOW(cudaDeviceGetMemPool(nullptr, 0));
  SHOW(cudaDeviceGetMemPool(&other, 1000));
  SHOW(cudaDeviceSetMemPool(1000, pool));
  SHOW(cudaDeviceSetMemPool(0, none));
  SHOW(cudaDeviceGetMemPool(&other, 0));
}

// Exports and imports of pools that are refused.
CASE(shared_refused) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t plain, shared, imported = nullptr;
  MUST(cudaMemPoolCreate(&plain, &props));
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  MUST(cudaMemPoolCreate(&shared, &props));
  int descriptor = -1;
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, plain, cudaMemHandleTypePosixFileDescriptor, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, shared, cudaMemHandleTypeNone, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, shared, cudaMemHandleTypeWin32, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, shared, cudaMemHandleTypePosixFileDescriptor, 1));
  SHOW(cudaMemPoolExportToShareableHandle(nullptr, shared, cudaMemHandleTypePosixFileDescriptor, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, nullptr, cudaMemHandleTypePosixFileDescriptor, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&descriptor, shared, cudaMemHandleTypePosixFileDescriptor, 0));
  void *handle = reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor));
  SHOW(cudaMemPoolImportFromShareableHandle(nullptr, handle, cudaMemHandleTypePosixFileDescriptor, 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, handle, cudaMemHandleTypePosixFileDescriptor, 1));
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, handle, cudaMemHandleTypeNone, 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, handle, cudaMemHandleTypeWin32, 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, reinterpret_cast<void *>(std::uintptr_t(987)),
                                            cudaMemHandleTypePosixFileDescriptor, 0));
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, reinterpret_cast<void *>(static_cast<std::uintptr_t>(ends[0])),
                                            cudaMemHandleTypePosixFileDescriptor, 0));
  // In the process that exported it.
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, handle, cudaMemHandleTypePosixFileDescriptor, 0));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  void *p, *q = nullptr;
  MUST(cudaMallocAsync(&p, 64, shared, s));
  cudaMemPoolPtrExportData data;
  SHOW(cudaMemPoolExportPointer(&data, p));
  if (imported != nullptr) {
    SHOW(cudaMemPoolImportPointer(&q, imported, &data));
    SHOW(cudaMemPoolImportPointer(nullptr, imported, &data));
    SHOW(cudaMemPoolImportPointer(&q, imported, nullptr));
    std::memset(&data, 0xee, sizeof data);
    SHOW(cudaMemPoolImportPointer(&q, imported, &data));
  }
  SHOW(cudaMemPoolExportPointer(&data, p));
  SHOW(cudaMemPoolImportPointer(&q, shared, &data));
  SHOW(cudaMemPoolImportPointer(&q, plain, &data));
  SHOW(cudaMemPoolImportPointer(&q, nullptr, &data));
}

// Stream-ordered allocation: zero and null, other kinds of free, what is refused.
CASE(free_arguments) {
  cudaStream_t a;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  void *p = &p;
  SHOW(cudaMallocAsync(&p, 0, a));
  show_truth("null", p == nullptr);
  SHOW(cudaFreeAsync(nullptr, a));
  SHOW(cudaMallocAsync((void **)nullptr, 64, a));
  p = &p;
  SHOW(cudaMallocAsync(&p, std::size_t(1) << 60, a));
  show_last_error("after too much");
  MUST(cudaMalloc(&p, 64));
  SHOW(cudaFreeAsync(p, a));
  MUST(cudaStreamSynchronize(a));
  MUST(cudaMallocAsync(&p, 64, a));
  SHOW(cudaFree(p));
  SHOW(cudaFree(p));
  MUST(cudaMallocAsync(&p, 4096, a));
  SHOW(cudaFreeAsync(static_cast<char *>(p) + 8, a));
  SHOW(cudaFree(static_cast<char *>(p) + 8));
  SHOW(cudaFreeAsync(p, a));
  SHOW(cudaFreeAsync(p, a));
  SHOW(cudaFree(p));
  SHOW(cudaMallocAsync(&p, 64, a));
  SHOW(cudaFreeHost(p));
  SHOW(cudaFreeAsync(p, nullptr));
  SHOW(cudaDeviceSynchronize());
  int on_host = 0;
  SHOW(cudaFreeAsync(&on_host, a));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaMallocFromPoolAsync(&p, 64, static_cast<cudaMemPool_t>(nullptr), a));
}

// cudaFreeAsync of memory that is no device memory.
CASE(free_other_memory) {
  void *pinned, *managed;
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  SHOW(cudaFreeAsync(pinned, s));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaFreeAsync(managed, s));
  SHOW(cudaStreamSynchronize(s));
}
