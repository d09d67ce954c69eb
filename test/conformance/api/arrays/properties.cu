// SPDX-License-Identifier: Apache-2.0
// Planes, memory requirements and sparse properties, which ordinary arrays do not have.
#include "../../cases.h"
#include "../../capturing.h"

// cudaArrayGetPlane: refused for arrays of one plane and for null.
CASE(array_get_plane) {
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

// cudaArrayGetMemoryRequirements: refused for arrays that have their memory, for null and for unknown devices.
CASE(array_get_memory_requirements) {
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

// cudaArrayGetSparseProperties: refused for arrays that are not sparse and for null.
CASE(array_get_sparse_properties) {
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

// cudaMipmappedArrayGetMemoryRequirements: refused for arrays that have their memory, for null and for unknown devices.
CASE(mipmapped_array_get_memory_requirements) {
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

// cudaMipmappedArrayGetSparseProperties: refused for arrays that are not sparse and for null.
CASE(mipmapped_array_get_sparse_properties) {
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
