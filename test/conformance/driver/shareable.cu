// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemExportToShareableHandle, cuMemImportFromShareableHandle, cuMemPoolExportToShareableHandle,
// cuMemPoolImportFromShareableHandle, cuMemPoolExportPointer, cuMemPoolImportPointer: physical memory and a pool of one
// process in another.
#include "../two_processes.h"
#include "driver.h"

namespace {

CUmemAllocationProp shareable() {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return properties;
}

CUdeviceptr map(CUmemGenericAllocationHandle handle, std::size_t bytes) {
  CUdeviceptr address;
  MUST(cuMemAddressReserve(&address, bytes, 0, 0, 0));
  MUST(cuMemMap(address, bytes, 0, handle, 0));
  CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  MUST(cuMemSetAccess(address, bytes, &access, 1));
  return address;
}

void owner(Channel &channel) {
  use_primary();
  // A physical allocation.
  std::size_t bytes;
  CUmemAllocationProp properties = shareable();
  MUST(cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CUmemGenericAllocationHandle memory, alone;
  MUST(cuMemCreate(&memory, bytes, &properties, 0));
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
  MUST(cuMemCreate(&alone, bytes, &properties, 0));
  int descriptor = -1;
  SHOW(cuMemExportToShareableHandle(nullptr, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemExportToShareableHandle(&descriptor, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  SHOW(cuMemExportToShareableHandle(&descriptor, alone, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemExportToShareableHandle(&descriptor, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  show_truth("a descriptor", descriptor >= 0);
  CUdeviceptr mapped = map(memory, bytes);
  MUST(cuMemsetD32(mapped, 11, 4));
  MUST(cuCtxSynchronize());  // the other process is in no order with this one's streams
  channel.send(bytes);
  channel.send_descriptor(descriptor);
  channel.receive<int>();
  show_value("the owner sees", read<int>(mapped, 1)[0]);
  // A pool.
  CUmemPoolProps props = {};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemoryPool pool;
  MUST(cuMemPoolCreate(&pool, &props));
  CUdeviceptr of_pool;
  MUST(cuMemAllocFromPoolAsync(&of_pool, 64, pool, nullptr));
  MUST(cuMemsetD32Async(of_pool, 21, 16, nullptr));
  MUST(cuCtxSynchronize());
  SHOW(cuMemPoolExportToShareableHandle(nullptr, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemPoolExportToShareableHandle(&descriptor, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
  SHOW(cuMemPoolExportToShareableHandle(&descriptor, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUmemPoolPtrExportData data;
  SHOW(cuMemPoolExportPointer(nullptr, of_pool));
  SHOW(cuMemPoolExportPointer(&data, 0));
  SHOW(cuMemPoolExportPointer(&data, of_pool));
  channel.send_descriptor(descriptor);
  channel.send(data);
  channel.receive<int>();
  show_value("the owner sees", read<int>(of_pool, 1)[0]);
  SHOW(cuMemFreeAsync(of_pool, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemPoolDestroy(pool));
  channel.send(1);
}

void other(Channel &channel) {
  use_primary();
  const auto bytes = channel.receive<std::size_t>();
  int descriptor = channel.receive_descriptor();
  CUmemGenericAllocationHandle memory;
  void *const as_handle = reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor));
  SHOW(cuMemImportFromShareableHandle(nullptr, as_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  SHOW(cuMemImportFromShareableHandle(&memory, as_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  CUdeviceptr mapped = map(memory, bytes);
  show_value("the other sees", read<int>(mapped, 1)[0]);
  MUST(cuMemsetD32(mapped, 12, 4));
  MUST(cuCtxSynchronize());
  channel.send(1);
  descriptor = channel.receive_descriptor();
  auto data = channel.receive<CUmemPoolPtrExportData>();
  void *const pool_handle = reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor));
  CUmemoryPool pool;
  SHOW(cuMemPoolImportFromShareableHandle(nullptr, pool_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  SHOW(cuMemPoolImportFromShareableHandle(&pool, pool_handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUdeviceptr of_pool = 0;
  SHOW(cuMemPoolImportPointer(nullptr, pool, &data));
  SHOW(cuMemPoolImportPointer(&of_pool, pool, nullptr));
  SHOW(cuMemPoolImportPointer(&of_pool, pool, &data));
  show_value("the other sees", read<int>(of_pool, 1)[0]);
  MUST(cuMemsetD32(of_pool, 22, 4));
  SHOW(cuMemFreeAsync(of_pool, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemPoolDestroy(pool));
  channel.send(1);
  channel.receive<int>();
}

}  // namespace

int main() { return run_two_processes(owner, other); }
