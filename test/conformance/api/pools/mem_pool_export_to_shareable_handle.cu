// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolExportToShareableHandle: a new descriptor each time, only of pools that were made for it, refusals, captures.
#include <unistd.h>

#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
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
