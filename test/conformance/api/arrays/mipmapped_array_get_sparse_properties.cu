// SPDX-License-Identifier: Apache-2.0
// cudaMipmappedArrayGetSparseProperties: refused for arrays that are not sparse and for null.
#include "../../capturing.h"

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 3));
  cudaArraySparseProperties properties;
  std::memset(&properties, 0x5a, sizeof properties);
  SHOW(cudaMipmappedArrayGetSparseProperties(&properties, mipmap));
  SHOW(cudaMipmappedArrayGetSparseProperties(&properties, nullptr));
  SHOW(cudaMipmappedArrayGetSparseProperties(nullptr, mipmap));
  show_truth("untouched", properties.tileExtent.width == 0x5a5a5a5a);
  show_last_error("after refused calls");
  show_captured("a mipmapped array",
                [&](cudaStream_t) { return cudaMipmappedArrayGetSparseProperties(&properties, mipmap); });
}
