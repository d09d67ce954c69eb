// SPDX-License-Identifier: Apache-2.0
// cudaArrayGetPlane: refused for arrays of one plane and for null.
#include "../../capturing.h"

CASES() {
  const auto format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array, layers, plane = nullptr;
  MUST(cudaMallocArray(&array, &format, 8, 8));
  MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(8, 8, 3), cudaArrayLayered));
  for (unsigned index : {0u, 1u, 2u, ~0u}) {
    std::printf("plane %u: %s", index, name_of(cudaArrayGetPlane(&plane, array, index)));
    std::printf(", of layers: %s\n", name_of(cudaArrayGetPlane(&plane, layers, index)));
  }
  show_truth("untouched", plane == nullptr);
  SHOW(cudaArrayGetPlane(&plane, nullptr, 0));
  SHOW(cudaArrayGetPlane(nullptr, array, 0));
  show_last_error("after refused calls");
  show_captured("plane 0", [&](cudaStream_t) { return cudaArrayGetPlane(&plane, array, 0); });
}
