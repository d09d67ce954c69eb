// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolImportPointer: into an imported pool, what another pool and other data give, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
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
