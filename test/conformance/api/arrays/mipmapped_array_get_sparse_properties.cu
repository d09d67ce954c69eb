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
  show_truth("cleared", properties.tileExtent.width == 0 && properties.miptailSize == 0 && properties.flags == 0);
  SHOW(cudaMipmappedArrayGetSparseProperties(&properties, nullptr));
  SHOW(cudaMipmappedArrayGetSparseProperties(nullptr, mipmap));
  show_last_error("after refused calls");
  show_captured("a mipmapped array",
                [&](cudaStream_t) { return cudaMipmappedArrayGetSparseProperties(&properties, mipmap); });
}
