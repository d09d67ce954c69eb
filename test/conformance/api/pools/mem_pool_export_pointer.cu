// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolExportPointer: memory of a pool that can be shared, other memory that is refused, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
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
