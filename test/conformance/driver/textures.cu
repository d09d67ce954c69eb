// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Texture and surface objects, and properties of arrays.
#include "../cases.h"
#include "driver.h"

extern "C" __global__ void sample(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x * 0.5f, 1.0f);
}

extern "C" __global__ void mark(cudaSurfaceObject_t surface) {
  surf2Dwrite(100.0f + threadIdx.x, surface, threadIdx.x * 4, 1);
}

// cuTexObjectCreate, cuTexObjectDestroy, cuTexObjectGetResourceDesc, cuTexObjectGetTextureDesc,
// cuTexObjectGetResourceViewDesc, cuSurfObjectCreate, cuSurfObjectDestroy, cuSurfObjectGetResourceDesc: made, read by kernels,
// described, refused.
CASE(texture_objects) {
  use_primary();
  CUmodule module = own_module();
  CUarray array, plain;
  CUDA_ARRAY3D_DESCRIPTOR description = {4, 2, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
  MUST(cuArray3DCreate(&array, &description));
  description.Flags = 0;
  MUST(cuArray3DCreate(&plain, &description));
  const float values[8] = {0, 1, 2, 3, 10, 20, 30, 40};
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values;
  copy.srcPitch = 16;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 16;
  copy.Height = 2;
  MUST(cuMemcpy2D(&copy));
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC texture = {};
  texture.addressMode[0] = texture.addressMode[1] = texture.addressMode[2] = CU_TR_ADDRESS_MODE_CLAMP;
  texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
  CUtexObject object = 0, other = 0;
  SHOW(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  CUdeviceptr out = allocate(32);
  void *arguments[] = {&object, &out};
  SHOW(cuLaunchKernel(function_of(module, "sample"), 1, 1, 1, 8, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuCtxSynchronize());
  for (const float value : read<float>(out, 8)) std::printf(" %g", value);
  std::printf("\n");
  CUDA_RESOURCE_DESC got = {};
  CUDA_TEXTURE_DESC got_texture = {};
  CUDA_RESOURCE_VIEW_DESC view = {}, got_view = {};
  SHOW(cuTexObjectGetResourceDesc(&got, object));
  show_truth("the same array", got.resType == CU_RESOURCE_TYPE_ARRAY && got.res.array.hArray == array);
  SHOW(cuTexObjectGetTextureDesc(&got_texture, object));
  show_row("address, filter, flags", {int(got_texture.addressMode[0]), int(got_texture.filterMode), int(got_texture.flags)});
  SHOW(cuTexObjectGetResourceViewDesc(&got_view, object));
  view.format = CU_RES_VIEW_FORMAT_UINT_1X32;
  view.width = 4;
  view.height = 2;
  texture.filterMode = CU_TR_FILTER_MODE_POINT;
  SHOW(cuTexObjectCreate(&other, &resource, &texture, &view));
  SHOW(cuTexObjectGetResourceViewDesc(&got_view, other));
  show_row("view", {int(got_view.format), int(got_view.width), int(got_view.height), int(got_view.depth)});
  SHOW(cuTexObjectGetResourceViewDesc(nullptr, other));
  SHOW(cuTexObjectGetResourceDesc(nullptr, other));
  SHOW(cuTexObjectGetTextureDesc(nullptr, other));
  view.width = 99;
  CUtexObject refused = 0;
  SHOW(cuTexObjectCreate(&refused, &resource, &texture, &view));
  SHOW(cuTexObjectCreate(nullptr, &resource, &texture, nullptr));
  SHOW(cuTexObjectCreate(&refused, nullptr, &texture, nullptr));
  SHOW(cuTexObjectCreate(&refused, &resource, nullptr, nullptr));
  SHOW(cuTexObjectDestroy(other));
  SHOW(cuTexObjectDestroy(0));

  CUsurfObject surface = 0, none = 0;
  SHOW(cuSurfObjectCreate(&surface, &resource));
  void *mark_arguments[] = {&surface};
  SHOW(cuLaunchKernel(function_of(module, "mark"), 1, 1, 1, 4, 1, 1, 0, nullptr, mark_arguments, nullptr));
  SHOW(cuLaunchKernel(function_of(module, "sample"), 1, 1, 1, 8, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuCtxSynchronize());
  for (const float value : read<float>(out, 8)) std::printf(" %g", value);
  std::printf("\n");
  got = {};
  SHOW(cuSurfObjectGetResourceDesc(&got, surface));
  show_truth("the same array", got.res.array.hArray == array);
  SHOW(cuSurfObjectGetResourceDesc(nullptr, surface));
  SHOW(cuSurfObjectCreate(&none, nullptr));
  resource.res.array.hArray = plain;
  SHOW(cuSurfObjectCreate(&none, &resource));
  resource.res.array.hArray = nullptr;
  SHOW(cuSurfObjectCreate(&none, &resource));
  resource = {};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = out;
  resource.res.linear.format = CU_AD_FORMAT_FLOAT;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = 32;
  SHOW(cuSurfObjectCreate(&none, &resource));
  SHOW(cuSurfObjectDestroy(surface));
  SHOW(cuTexObjectDestroy(object));
}

// cuMipmappedArrayCreate, cuMipmappedArrayGetLevel, cuArrayGetPlane, cuArrayGetSparseProperties,
// cuMipmappedArrayGetSparseProperties, cuArrayGetMemoryRequirements, cuMipmappedArrayGetMemoryRequirements,
// cuTexRefSetMipmappedArray: what is asked of arrays that are neither planar nor sparse nor deferred, and levels.
CASE(array_properties) {
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
