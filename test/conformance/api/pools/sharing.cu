// SPDX-License-Identifier: Apache-2.0
// Pools and memory handed to another process.
#include "../../cases.h"
#include "../../capturing.h"

#include <unistd.h>

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

// cudaMemPoolExportToShareableHandle: a new descriptor each time, only of pools that were made for it, refusals, captures.
CASE(mem_pool_export_to_shareable_handle) {
  auto props = device_props();
  cudaMemPool_t plain, shared, standard;
  MUST(cudaMemPoolCreate(&plain, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  MUST(cudaMemPoolCreate(&shared, &props));
  const auto descriptors = cudaMemHandleTypePosixFileDescriptor;
  int a = -1, b = -1;
  SHOW(cudaMemPoolExportToShareableHandle(&a, shared, descriptors, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&b, shared, descriptors, 0));
  show_truth("two open descriptors", a >= 0 && b >= 0 && a != b && close(a) == 0 && close(b) == 0);
  void *p;
  SHOW(cudaMallocFromPoolAsync(&p, 64, shared, nullptr));
  std::printf("refused\n");
  a = -77;
  SHOW(cudaMemPoolExportToShareableHandle(&a, plain, descriptors, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&a, standard, descriptors, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&a, shared, cudaMemHandleTypeNone, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&a, shared, cudaMemHandleTypeWin32, 0));
  SHOW(cudaMemPoolExportToShareableHandle(&a, shared, static_cast<cudaMemAllocationHandleType>(64), 0));
  SHOW(cudaMemPoolExportToShareableHandle(&a, shared, descriptors, 1));
  SHOW(cudaMemPoolExportToShareableHandle(&a, nullptr, descriptors, 0));
  SHOW(cudaMemPoolExportToShareableHandle(nullptr, shared, descriptors, 0));
  show_value("untouched", a);
  show_last_error("after refused calls");
  show_captured("a descriptor",
                [&](cudaStream_t) { return cudaMemPoolExportToShareableHandle(&a, shared, descriptors, 0); });
}

static void *handle(int descriptor) { return reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor)); }

// cudaMemPoolImportFromShareableHandle: a pool that nothing can be taken from, descriptors and types that are refused.
CASE(mem_pool_import_from_shareable_handle) {
  auto props = device_props();
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  cudaMemPool_t shared, imported = nullptr, none = nullptr;
  MUST(cudaMemPoolCreate(&shared, &props));
  const auto descriptors = cudaMemHandleTypePosixFileDescriptor;
  int descriptor = -1;
  MUST(cudaMemPoolExportToShareableHandle(&descriptor, shared, descriptors, 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&imported, handle(descriptor), descriptors, 0));
  show_truth("another pool", imported != nullptr && imported != shared);
  show_truth("the descriptor stays open", close(dup(descriptor)) == 0);
  void *p;
  SHOW(cudaMallocFromPoolAsync(&p, 64, imported, nullptr));
  cudaGetLastError();
  std::printf("refused\n");
  SHOW(cudaMemPoolImportFromShareableHandle(nullptr, handle(descriptor), descriptors, 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&none, handle(descriptor), descriptors, 1));
  SHOW(cudaMemPoolImportFromShareableHandle(&none, handle(descriptor), cudaMemHandleTypeNone, 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&none, handle(descriptor), static_cast<cudaMemAllocationHandleType>(64), 0));
  SHOW(cudaMemPoolImportFromShareableHandle(&none, handle(1000), descriptors, 0));
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  SHOW(cudaMemPoolImportFromShareableHandle(&none, handle(ends[0]), descriptors, 0));
  show_truth("untouched", none == nullptr);
  show_last_error("after refused calls");
  show_captured("a pool", [&](cudaStream_t) {
    return cudaMemPoolImportFromShareableHandle(&none, handle(descriptor), descriptors, 0);
  });
  SHOW(cudaMemPoolDestroy(imported));
}

// cudaMemPoolExportPointer: memory of a pool that can be shared, other memory that is refused, captures.
CASE(mem_pool_export_pointer) {
  auto props = device_props();
  cudaMemPool_t plain, shared;
  MUST(cudaMemPoolCreate(&plain, &props));
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  MUST(cudaMemPoolCreate(&shared, &props));
  char *p, *q, *of_plain, *device, *pinned, *ordered;
  MUST(cudaMallocFromPoolAsync(&p, 4096, shared, nullptr));
  MUST(cudaMallocFromPoolAsync(&q, 4096, shared, nullptr));
  MUST(cudaMallocFromPoolAsync(&of_plain, 4096, plain, nullptr));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaStreamSynchronize(nullptr));
  cudaMemPoolPtrExportData data = {}, other = {};
  std::printf("before the pool is exported\n");
  SHOW(cudaMemPoolExportPointer(&data, p));
  std::printf("after it\n");
  int descriptor = -1;
  MUST(cudaMemPoolExportToShareableHandle(&descriptor, shared, cudaMemHandleTypePosixFileDescriptor, 0));
  SHOW(cudaMemPoolExportPointer(&data, p));
  SHOW(cudaMemPoolExportPointer(&other, q));
  show_truth("different for each", std::memcmp(&data, &other, sizeof data) != 0);
  SHOW(cudaMallocFromPoolAsync(&q, 4096, shared, nullptr));
  SHOW(cudaMemPoolExportPointer(&other, q));
  show_truth("different for each", std::memcmp(&data, &other, sizeof data) != 0);
  std::printf("refused\n");
  SHOW(cudaMemPoolExportPointer(&data, p + 1));
  SHOW(cudaMemPoolExportPointer(&data, of_plain));
  SHOW(cudaMemPoolExportPointer(&data, ordered));
  SHOW(cudaMemPoolExportPointer(&data, device));
  SHOW(cudaMemPoolExportPointer(&data, pinned));
  SHOW(cudaMemPoolExportPointer(&data, &data));
  SHOW(cudaMemPoolExportPointer(&data, nullptr));
  SHOW(cudaMemPoolExportPointer(nullptr, p));
  show_last_error("after refused calls");
  show_captured("memory of a pool", [&](cudaStream_t) { return cudaMemPoolExportPointer(&data, p); });
}

// cudaMemPoolImportPointer: into an imported pool, what another pool and other data give, captures.
CASE(mem_pool_import_pointer) {
  auto props = device_props();
  cudaMemPool_t plain, shared, imported;
  MUST(cudaMemPoolCreate(&plain, &props));
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  MUST(cudaMemPoolCreate(&shared, &props));
  int descriptor = -1;
  MUST(cudaMemPoolExportToShareableHandle(&descriptor, shared, cudaMemHandleTypePosixFileDescriptor, 0));
  MUST(cudaMemPoolImportFromShareableHandle(&imported,
                                            reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor)),
                                            cudaMemHandleTypePosixFileDescriptor, 0));
  int *p, value = 0;
  MUST(cudaMallocFromPoolAsync(&p, 4096, shared, nullptr));
  MUST(cudaMemsetAsync(p, 1, 4096, nullptr));
  MUST(cudaStreamSynchronize(nullptr));
  cudaMemPoolPtrExportData data = {};
  MUST(cudaMemPoolExportPointer(&data, p));
  void *q = nullptr;
  SHOW(cudaMemPoolImportPointer(&q, imported, &data));
  SHOW(cudaMemcpy(&value, q, 4, cudaMemcpyDeviceToHost));
  show_value("the same memory", value);
  SHOW(cudaMemset(static_cast<int *>(q) + 1, 2, 4));
  MUST(cudaMemcpy(&value, p + 1, 4, cudaMemcpyDeviceToHost));
  show_value("written through it", value);
  std::printf("refused\n");
  void *none = nullptr;
  SHOW(cudaMemPoolImportPointer(&none, shared, &data));
  SHOW(cudaMemPoolImportPointer(&none, plain, &data));
  SHOW(cudaMemPoolImportPointer(&none, nullptr, &data));
  SHOW(cudaMemPoolImportPointer(&none, imported, nullptr));
  SHOW(cudaMemPoolImportPointer(nullptr, imported, &data));
  cudaMemPoolPtrExportData wrong;
  std::memset(&wrong, 0xee, sizeof wrong);
  SHOW(cudaMemPoolImportPointer(&none, imported, &wrong));
  show_truth("untouched", none == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaFreeAsync(q, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW(cudaFreeAsync(p, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  show_captured("null", [&](cudaStream_t) { return cudaMemPoolImportPointer(&none, imported, nullptr); });
}
