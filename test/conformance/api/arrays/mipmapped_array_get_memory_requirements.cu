// SPDX-License-Identifier: Apache-2.0
// cudaMipmappedArrayGetMemoryRequirements: refused for arrays that have their memory, for null and for unknown devices.
#include "../../capturing.h"

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 3));
  cudaArrayMemoryRequirements needs;
  std::memset(&needs, 0x5a, sizeof needs);
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0));
  show_truth("cleared", needs.size == 0 && needs.alignment == 0);
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, -1));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 1000));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, nullptr, 0));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(nullptr, mipmap, 0));
  show_last_error("after refused calls");
  show_captured("a mipmapped array",
                [&](cudaStream_t) { return cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0); });
}
