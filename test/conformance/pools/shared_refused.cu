// SPDX-License-Identifier: Apache-2.0
// Exports and imports of pools that are refused.
#include <unistd.h>

#include "../transcript.h"

int main() {
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
  if (pipe(ends) != 0) return 2;
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
