// SPDX-License-Identifier: Apache-2.0
// cudaArrayGetMemoryRequirements: refused for arrays that have their memory, for null and for unknown devices.
#include "../../capturing.h"

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array, cube;
  MUST(cudaMallocArray(&array, &format, 64, 64));
  MUST(cudaMalloc3DArray(&cube, &format, make_cudaExtent(8, 8, 8)));
  cudaArrayMemoryRequirements needs;
  std::memset(&needs, 0x5a, sizeof needs);
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, 0));
  show_truth("cleared", needs.size == 0 && needs.alignment == 0);
  SHOW(cudaArrayGetMemoryRequirements(&needs, cube, 0));
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, -1));
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, 1000));
  SHOW(cudaArrayGetMemoryRequirements(&needs, nullptr, 0));
  SHOW(cudaArrayGetMemoryRequirements(nullptr, array, 0));
  show_last_error("after refused calls");
  show_captured("an array", [&](cudaStream_t) { return cudaArrayGetMemoryRequirements(&needs, array, 0); });
}
