// SPDX-License-Identifier: Apache-2.0
// Arrays and mipmapped arrays.
#include "api/cudart/array.h"

#include "api/cuda/entry.h"
#include "api/cuda/format.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

CUarray driver_array(cudaArray_t array) { return reinterpret_cast<CUarray>(array); }
cudaArray_t runtime_array(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

}  // namespace

CUresult array_3d_create_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* allocate_array) {
  if (array == nullptr || allocate_array == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR& given = *allocate_array;
  const auto format = channel_format(given.Format, given.NumChannels);
  if (!format || given.Width == 0) return CUDA_ERROR_INVALID_VALUE;
  cudaArray_t made = nullptr;
  const CUresult result = to_result(checked::cudaMalloc3DArray(
      &made, &*format, {given.Width, given.Height, given.Depth}, given.Flags));
  if (result == CUDA_SUCCESS) *array = driver_array(made);
  return result;
}

CUresult array_create_v2(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* allocate_array) {
  if (array == nullptr || allocate_array == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR box = {.Width = allocate_array->Width,
                                       .Height = allocate_array->Height,
                                       .Depth = 0,
                                       .Format = allocate_array->Format,
                                       .NumChannels = allocate_array->NumChannels,
                                       .Flags = 0};
  return array_3d_create_v2(array, &box);
}

CUresult array_3d_get_descriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* array_descriptor, CUarray array) {
  cudaChannelFormatDesc format;
  cudaExtent extent;
  unsigned flags = 0;
  const CUresult result =
      to_result(checked::cudaArrayGetInfo(&format, &extent, &flags, runtime_array(array)));
  if (result != CUDA_SUCCESS) return result;
  if (array_descriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const ArrayFormat elements = array_format(format);
  *array_descriptor = {.Width = extent.width,
                       .Height = extent.height,
                       .Depth = extent.depth,
                       .Format = elements.format,
                       .NumChannels = elements.channels,
                       .Flags = flags};
  return CUDA_SUCCESS;
}

CUresult array_get_descriptor_v2(CUDA_ARRAY_DESCRIPTOR* array_descriptor, CUarray array) {
  CUDA_ARRAY3D_DESCRIPTOR box;
  const CUresult result = array_3d_get_descriptor_v2(&box, array);
  if (result != CUDA_SUCCESS) return result;
  if (array_descriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *array_descriptor = {.Width = box.Width,
                       .Height = box.Height,
                       .Format = box.Format,
                       .NumChannels = box.NumChannels};
  return CUDA_SUCCESS;
}

CUresult array_destroy(CUarray array) {
  if (array == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  return to_result(checked::cudaFreeArray(runtime_array(array)));
}

CUresult mipmapped_array_create(CUmipmappedArray* handle,
                                const CUDA_ARRAY3D_DESCRIPTOR* mipmapped_array_desc,
                                unsigned int num_mipmap_levels) {
  if (handle == nullptr || mipmapped_array_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR& given = *mipmapped_array_desc;
  const auto format = channel_format(given.Format, given.NumChannels);
  if (!format) return CUDA_ERROR_INVALID_VALUE;
  cudaMipmappedArray_t made = nullptr;
  const CUresult result = to_result(checked::cudaMallocMipmappedArray(
      &made, &*format, {given.Width, given.Height, given.Depth}, num_mipmap_levels, given.Flags));
  if (result == CUDA_SUCCESS) *handle = reinterpret_cast<CUmipmappedArray>(made);
  return result;
}

CUresult external_memory_get_mapped_mipmapped_array(
    CUmipmappedArray* mipmap, CUexternalMemory ext_mem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* mipmap_desc) {
  if (mipmap == nullptr || mipmap_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR& given = mipmap_desc->arrayDesc;
  const auto format = channel_format(given.Format, given.NumChannels);
  if (!format) return CUDA_ERROR_INVALID_VALUE;
  const cudaExternalMemoryMipmappedArrayDesc desc = {
      .offset = mipmap_desc->offset,
      .formatDesc = *format,
      .extent = {given.Width, given.Height, given.Depth},
      .flags = given.Flags,
      .numLevels = mipmap_desc->numLevels,
      .reserved = {}};
  cudaMipmappedArray_t made = nullptr;
  const CUresult result = to_result(checked::cudaExternalMemoryGetMappedMipmappedArray(
      &made, reinterpret_cast<cudaExternalMemory_t>(ext_mem), &desc));
  if (result == CUDA_SUCCESS) *mipmap = reinterpret_cast<CUmipmappedArray>(made);
  return result;
}

CUresult mipmapped_array_get_level(CUarray* level_array, CUmipmappedArray mipmapped_array,
                                   unsigned int level) {
  return to_result(checked::cudaGetMipmappedArrayLevel(
      reinterpret_cast<cudaArray_t*>(level_array),
      reinterpret_cast<cudaMipmappedArray_const_t>(mipmapped_array), level));
}

CUresult mipmapped_array_destroy(CUmipmappedArray mipmapped_array) {
  if (mipmapped_array == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  return to_result(
      checked::cudaFreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(mipmapped_array)));
}

}  // namespace riffle::api::cuda
