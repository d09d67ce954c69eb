// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolImportFromShareableHandle: a pool that nothing can be taken from, descriptors and types that are refused.
#include <unistd.h>

#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}
static void *handle(int descriptor) { return reinterpret_cast<void *>(static_cast<std::uintptr_t>(descriptor)); }

CASES() {
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
