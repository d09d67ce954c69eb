// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMipmappedArrayCreate, cuMipmappedArrayGetLevel, cuArrayGetPlane, cuArrayGetSparseProperties,
// cuMipmappedArrayGetSparseProperties, cuArrayGetMemoryRequirements, cuMipmappedArrayGetMemoryRequirements,
// cuTexRefSetMipmappedArray: what is asked of arrays that are neither planar nor sparse nor deferred, and levels.
#include "driver.h"

int main() {
  use_primary();
  CUarray array, plane = nullptr, level = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR description = {8, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  MUST(cuArray3DCreate(&array, &description));
  SHOW(cuArrayGetPlane(&plane, array, 0));
  SHOW(cuArrayGetPlane(nullptr, array, 0));
  SHOW(cuArrayGetPlane(&plane, nullptr, 0));
  CUDA_ARRAY_SPARSE_PROPERTIES sparse = {};
  CUDA_ARRAY_MEMORY_REQUIREMENTS needs = {};
  SHOW(cuArrayGetSparseProperties(&sparse, array));
  SHOW(cuArrayGetSparseProperties(nullptr, array));
  SHOW(cuArrayGetMemoryRequirements(&needs, array, 0));
  SHOW(cuArrayGetMemoryRequirements(nullptr, array, 0));
  SHOW(cuArrayGetMemoryRequirements(&needs, array, 1000));
  CUmipmappedArray mipmap = nullptr, none = nullptr;
  SHOW(cuMipmappedArrayCreate(nullptr, &description, 2));
  SHOW(cuMipmappedArrayCreate(&none, nullptr, 2));
  SHOW(cuMipmappedArrayCreate(&none, &description, 0));
  SHOW(cuMipmappedArrayCreate(&mipmap, &description, 3));
  for (unsigned i = 0; i < 4; ++i) {
    CUDA_ARRAY3D_DESCRIPTOR got = {};
    std::printf("level %u\n", i);
    if (SHOW(cuMipmappedArrayGetLevel(&level, mipmap, i)) != CUDA_SUCCESS) continue;
    SHOW(cuArray3DGetDescriptor(&got, level));
    show_row("size", {int(got.Width), int(got.Height), int(got.Depth)});
  }
  SHOW(cuMipmappedArrayGetLevel(nullptr, mipmap, 0));
  SHOW(cuMipmappedArrayGetSparseProperties(&sparse, mipmap));
  SHOW(cuMipmappedArrayGetSparseProperties(nullptr, mipmap));
  SHOW(cuMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0));
  SHOW(cuMipmappedArrayGetMemoryRequirements(nullptr, mipmap, 0));
  CUtexref reference = nullptr;
  SHOW(cuTexRefCreate(&reference));
  SHOW(cuTexRefSetMipmappedArray(reference, mipmap, CU_TRSA_OVERRIDE_FORMAT));
  CUmipmappedArray got = nullptr;
  SHOW(cuTexRefGetMipmappedArray(&got, reference));
  show_truth("the same", got == mipmap);
  SHOW(cuTexRefSetMipmappedArray(reference, mipmap, 0));
  SHOW(cuTexRefDestroy(reference));
  SHOW(cuMipmappedArrayDestroy(mipmap));
  SHOW(cuArrayDestroy(array));
}
