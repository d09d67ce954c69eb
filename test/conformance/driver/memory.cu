// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Memory of the device, of the host, and managed; pointers.
#include "../cases.h"
#include "driver.h"

// cuMemGetInfo, cuMemAlloc, cuMemAllocPitch, cuMemFree, cuMemGetAddressRange, cuMemAllocHost, cuMemFreeHost,
// cuMemHostAlloc, cuMemHostGetDevicePointer, cuMemHostGetFlags, cuMemAllocManaged, cuMemHostRegister,
// cuMemHostUnregister: allocation, and what is refused.
CASE(memory) {
  use_primary();
  std::size_t free_bytes = 0, total = 0;
  SHOW(cuMemGetInfo(&free_bytes, &total));
  show_truth("free and total", free_bytes > 0 && free_bytes <= total);
  SHOW(cuMemGetInfo(nullptr, &total));
  SHOW(cuMemGetInfo(&free_bytes, nullptr));
  CUdeviceptr pointer = 77, base = 0;
  SHOW(cuMemAlloc(nullptr, 16));
  SHOW(cuMemAlloc(&pointer, 0));
  SHOW(cuMemAlloc(&pointer, std::size_t(1) << 60));
  show_value("untouched", pointer);
  SHOW(cuMemAlloc(&pointer, 1000));
  show_truth("aligned", pointer % 256 == 0);
  std::size_t bytes = 0;
  SHOW(cuMemGetAddressRange(&base, &bytes, pointer + 500));
  show_truth("the start", base == pointer);
  show_value("bytes", bytes);
  SHOW(cuMemGetAddressRange(nullptr, &bytes, pointer));
  SHOW(cuMemGetAddressRange(&base, nullptr, pointer));
  SHOW(cuMemGetAddressRange(nullptr, nullptr, pointer));
  SHOW(cuMemGetAddressRange(&base, &bytes, 64));
  SHOW(cuMemGetAddressRange(&base, &bytes, 0));
  SHOW(cuMemFree(pointer + 256));
  SHOW(cuMemFree(pointer));
  SHOW(cuMemFree(pointer));
  SHOW(cuMemFree(0));
  SHOW(cuMemFree(64));
  std::size_t pitch = 77;
  SHOW(cuMemAllocPitch(&pointer, &pitch, 100, 4, 4));
  show_value("pitch", pitch);
  SHOW(cuMemFree(pointer));
  for (unsigned element : {0u, 1u, 2u, 3u, 8u, 16u, 32u}) {
    std::printf("elements of %u\n", element);
    if (SHOW(cuMemAllocPitch(&pointer, &pitch, 100, 4, element)) == CUDA_SUCCESS) MUST(cuMemFree(pointer));
  }
  SHOW(cuMemAllocPitch(nullptr, &pitch, 100, 4, 4));
  SHOW(cuMemAllocPitch(&pointer, nullptr, 100, 4, 4));
  SHOW(cuMemAllocPitch(&pointer, &pitch, 0, 4, 4));
  SHOW(cuMemAllocPitch(&pointer, &pitch, 100, 0, 4));
  SHOW(cuMemAllocPitch(&pointer, &pitch, std::size_t(1) << 50, 1024, 4));

  std::printf("host\n");
  void *host = nullptr;
  unsigned flags = 77;
  SHOW(cuMemAllocHost(nullptr, 64));
  SHOW(cuMemAllocHost(&host, 0));
  SHOW(cuMemAllocHost(&host, 64));
  SHOW(cuMemHostGetFlags(&flags, host));
  show_value("flags", flags);
  SHOW(cuMemHostGetDevicePointer(&pointer, host, 0));
  show_truth("the same address", pointer == address_of(host));
  SHOW(cuMemHostGetDevicePointer(&pointer, host, 1));
  SHOW(cuMemHostGetDevicePointer(nullptr, host, 0));
  SHOW(cuMemHostGetDevicePointer(&pointer, nullptr, 0));
  SHOW(cuMemHostGetDevicePointer(&pointer, &flags, 0));
  SHOW(cuMemHostGetFlags(nullptr, host));
  SHOW(cuMemHostGetFlags(&flags, nullptr));
  SHOW(cuMemHostGetFlags(&flags, &flags));
  SHOW(cuMemFree(address_of(host)));
  SHOW(cuMemFreeHost(static_cast<char *>(host) + 8));
  SHOW(cuMemFreeHost(host));
  SHOW(cuMemFreeHost(nullptr));
  SHOW(cuMemFreeHost(&flags));
  SHOW(cuMemHostAlloc(&host, 64, 77));
  SHOW(cuMemHostAlloc(nullptr, 64, 0));
  SHOW(cuMemHostAlloc(&host, 0, 0));
  SHOW(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED));
  SHOW(cuMemHostGetFlags(&flags, host));
  show_value("flags", flags);
  SHOW(cudaFreeHost(host));
  std::vector<char> room(1 << 16);
  void *page = reinterpret_cast<void *>((reinterpret_cast<std::uintptr_t>(room.data()) + 4095) / 4096 * 4096);
  SHOW(cuMemHostRegister(nullptr, 4096, 0));
  SHOW(cuMemHostRegister(page, 0, 0));
  SHOW(cuMemHostRegister(page, 4096, 77));
  SHOW(cuMemHostRegister(page, 4096, CU_MEMHOSTREGISTER_DEVICEMAP));
  SHOW(cuMemHostRegister(page, 4096, 0));
  SHOW(cuMemHostGetFlags(&flags, page));
  show_value("flags", flags);
  SHOW(cuMemHostUnregister(static_cast<char *>(page) + 8));
  SHOW(cuMemHostUnregister(page));
  SHOW(cuMemHostUnregister(page));
  SHOW(cuMemHostUnregister(nullptr));
  std::printf("managed\n");
  SHOW(cuMemAllocManaged(nullptr, 64, CU_MEM_ATTACH_GLOBAL));
  SHOW(cuMemAllocManaged(&pointer, 0, CU_MEM_ATTACH_GLOBAL));
  SHOW(cuMemAllocManaged(&pointer, 64, 77));
  SHOW(cuMemAllocManaged(&pointer, 64, CU_MEM_ATTACH_SINGLE));
  SHOW(cuMemAllocManaged(&pointer, 64, CU_MEM_ATTACH_GLOBAL));
  *reinterpret_cast<int *>(pointer) = 5;
  show_value("value", read<int>(pointer, 1)[0]);
  SHOW(cuMemGetAddressRange(&base, &bytes, pointer + 8));
  show_value("bytes", bytes);
  SHOW(cuMemFree(pointer));
}

static constexpr std::size_t kBytes = std::size_t(4) << 20;

static void told(const char *when, CUdeviceptr p) {
  int values[4] = {77, 77, 77, 77}, accessed[2] = {77, 77};
  void *data[3] = {&values[0], &values[1], &values[2]};
  std::size_t sizes[3] = {4, 4, 4};
  CUmem_range_attribute which[3] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
  MUST(cuMemRangeGetAttributes(data, sizes, which, 3, p, kBytes));
  MUST(cuMemRangeGetAttribute(accessed, sizeof accessed, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, kBytes));
  MUST(cuMemRangeGetAttribute(&values[3], 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, p, kBytes));
  std::printf("%s: read mostly %d, preferred %d of type %d, prefetched to %d, accessed by %d %d\n", when, values[0], values[1],
              values[3], values[2], accessed[0], accessed[1]);
}

// cuMemAdvise, cuMemPrefetchAsync, cuMemPrefetchBatchAsync, cuMemDiscardBatchAsync, cuMemDiscardAndPrefetchBatchAsync,
// cuMemRangeGetAttribute, cuMemRangeGetAttributes: advice about managed memory, and what is told of it.
CASE(managed) {
  use_primary();
  CUdeviceptr p = 0, q = 0, plain = allocate(kBytes);
  MUST(cuMemAllocManaged(&p, kBytes, CU_MEM_ATTACH_GLOBAL));
  MUST(cuMemAllocManaged(&q, kBytes, CU_MEM_ATTACH_GLOBAL));
  CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
  CUmemLocation far = {CU_MEM_LOCATION_TYPE_DEVICE, 1000}, none = {};
  told("fresh", p);
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, host));
  told("advised", p);
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_UNSET_ACCESSED_BY, host));
  told("advice taken back", p);
  SHOW(cuMemAdvise(0, kBytes, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes + 1, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemAdvise(p, kBytes, static_cast<CUmem_advise>(0), device));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, far));
  SHOW(cuMemAdvise(p, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, none));
  SHOW(cuMemPrefetchAsync(p, kBytes, device, 0, nullptr));
  MUST(cuCtxSynchronize());
  told("prefetched", p);
  SHOW(cuMemPrefetchAsync(p, kBytes, host, 0, nullptr));
  MUST(cuCtxSynchronize());
  told("back on the host", p);
  SHOW(cuMemPrefetchAsync(p, kBytes, far, 0, nullptr));
  SHOW(cuMemPrefetchAsync(p, kBytes, none, 0, nullptr));
  SHOW(cuMemPrefetchAsync(p, kBytes, device, 1, nullptr));
  SHOW(cuMemPrefetchAsync(p, 0, device, 0, nullptr));
  SHOW(cuMemPrefetchAsync(0, kBytes, device, 0, nullptr));
  SHOW(cuMemPrefetchAsync(plain, kBytes, device, 0, nullptr));
  int value = 0;
  SHOW(cuMemRangeGetAttribute(nullptr, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, kBytes));
  SHOW(cuMemRangeGetAttribute(&value, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, kBytes));
  SHOW(cuMemRangeGetAttribute(&value, 4, static_cast<CUmem_range_attribute>(50), p, kBytes));
  SHOW(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, 0));
  SHOW(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, plain, kBytes));
  SHOW(cuMemRangeGetAttributes(nullptr, nullptr, nullptr, 0, p, kBytes));

  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  CUdeviceptr both[2] = {p, q};
  std::size_t sizes[2] = {kBytes, kBytes}, indices[2] = {0, 1}, zero = 0, one = 1;
  CUmemLocation locations[2] = {device, host};
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, locations, indices, 2, 0, stream));
  SHOW(cuStreamSynchronize(stream));
  told("first", p);
  told("second", q);
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 1, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 0, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 0, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(nullptr, sizes, 2, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, nullptr, 2, &device, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &one, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &far, &zero, 1, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 0, nullptr));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 0, stream));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 1, stream));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 0, 0, stream));
  SHOW(cuMemDiscardBatchAsync(nullptr, sizes, 2, 0, stream));
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 0, nullptr));
  SHOW(cuMemDiscardAndPrefetchBatchAsync(both, sizes, 2, &host, &zero, 1, 0, stream));
  SHOW(cuStreamSynchronize(stream));
  told("discarded to the host", p);
  SHOW(cuMemDiscardAndPrefetchBatchAsync(both, sizes, 2, &far, &zero, 1, 0, stream));
  SHOW(cuMemDiscardAndPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 1, stream));
  both[1] = plain;
  SHOW(cuMemDiscardBatchAsync(both, sizes, 2, 0, stream));
  SHOW(cuMemPrefetchBatchAsync(both, sizes, 2, &device, &zero, 1, 0, stream));
  SHOW(cuCtxSynchronize());
}

static void show_attributes(const char *what, CUdeviceptr pointer) {
  std::printf("%s\n", what);
  for (int attribute = 0; attribute <= 22; ++attribute) {
    if (attribute == CU_POINTER_ATTRIBUTE_BUFFER_ID) continue;
    alignas(16) unsigned char value[64];
    std::memset(value, 0x5a, sizeof value);
    const CUresult result = cuPointerGetAttribute(value, static_cast<CUpointer_attribute>(attribute), pointer);
    int number = 0;
    std::memcpy(&number, value, 4);
    const bool is_number = attribute == CU_POINTER_ATTRIBUTE_MEMORY_TYPE || attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
    std::printf("attribute %d: %s", attribute, name_of(result));
    if (result == CUDA_SUCCESS && is_number) std::printf(" %d", number);
    if (result == CUDA_SUCCESS && (attribute == CU_POINTER_ATTRIBUTE_IS_MANAGED || attribute == CU_POINTER_ATTRIBUTE_MAPPED || attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS || attribute == CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE))
      std::printf(" %d", value[0]);
    std::printf("\n");
  }
}

// cuPointerGetAttribute, cuPointerGetAttributes, cuPointerSetAttribute: of all kinds of memory.
CASE(pointers) {
  CUcontext context = use_primary(), owner = nullptr;
  CUdeviceptr device = allocate(1000), managed = 0;
  void *pinned = nullptr, *got = nullptr;
  MUST(cuMemAllocHost(&pinned, 1000));
  MUST(cuMemAllocManaged(&managed, 1000, CU_MEM_ATTACH_GLOBAL));
  static int pageable;
  show_attributes("device", device + 8);
  show_attributes("pinned", address_of(pinned) + 8);
  show_attributes("managed", managed + 8);
  show_attributes("pageable", address_of(&pageable));
  show_attributes("null", 0);
  SHOW(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, device));
  show_truth("its context", owner == context);
  CUdeviceptr start = 0;
  SHOW(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 100));
  show_truth("its start", start == device);
  std::size_t size = 0;
  SHOW(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, device + 100));
  show_value("size", size);
  SHOW(cuPointerGetAttribute(&got, CU_POINTER_ATTRIBUTE_HOST_POINTER, address_of(pinned) + 16));
  show_truth("the host's address", got == static_cast<char *>(pinned) + 16);
  SHOW(cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_CONTEXT, device));
  SHOW(cuPointerGetAttribute(&got, static_cast<CUpointer_attribute>(0), device));
  SHOW(cuPointerGetAttribute(&got, static_cast<CUpointer_attribute>(99), device));
  unsigned long long id = 0, other = 0;
  CUdeviceptr second = allocate(64);
  SHOW(cuPointerGetAttribute(&id, CU_POINTER_ATTRIBUTE_BUFFER_ID, device));
  SHOW(cuPointerGetAttribute(&other, CU_POINTER_ATTRIBUTE_BUFFER_ID, second));
  show_truth("ids differ", id != other);
  unsigned yes = 1;
  SHOW(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
  SHOW(cuPointerSetAttribute(nullptr, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
  SHOW(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address_of(&pageable)));
  SHOW(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
  CUmemorytype type = static_cast<CUmemorytype>(77);
  int ordinal = 77;
  CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_CONTEXT};
  void *answers[] = {&type, &ordinal, &owner};
  SHOW(cuPointerGetAttributes(3, asked, answers, device));
  show_row("type, device", {int(type), ordinal});
  type = static_cast<CUmemorytype>(77);
  ordinal = 77;
  SHOW(cuPointerGetAttributes(3, asked, answers, address_of(&pageable)));
  show_row("type, device", {int(type), ordinal});
  show_truth("no context", owner == nullptr);
  SHOW(cuPointerGetAttributes(0, asked, answers, device));
  SHOW(cuPointerGetAttributes(3, nullptr, answers, device));
  SHOW(cuPointerGetAttributes(3, asked, nullptr, device));
  asked[1] = static_cast<CUpointer_attribute>(99);
  SHOW(cuPointerGetAttributes(3, asked, answers, device));
}
