// SPDX-License-Identifier: Apache-2.0
// cudaArrayGetSparseProperties: refused for arrays that are not sparse and for null.
#include "../../capturing.h"

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array, layers;
  MUST(cudaMallocArray(&array, &format, 64, 64));
  MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(64, 64, 2), cudaArrayLayered));
  cudaArraySparseProperties properties;
  std::memset(&properties, 0x5a, sizeof properties);
  SHOW(cudaArrayGetSparseProperties(&properties, array));
  show_truth("cleared", properties.tileExtent.width == 0 && properties.miptailSize == 0 && properties.flags == 0);
  SHOW(cudaArrayGetSparseProperties(&properties, layers));
  SHOW(cudaArrayGetSparseProperties(&properties, nullptr));
  SHOW(cudaArrayGetSparseProperties(nullptr, array));
  show_last_error("after refused calls");
  show_captured("an array", [&](cudaStream_t) { return cudaArrayGetSparseProperties(&properties, array); });
}
