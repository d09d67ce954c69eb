// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects.
#include <algorithm>
#include <optional>

#include "api/cuda/entry.h"
#include "api/cuda/format.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

std::optional<cudaResourceDesc> runtime_resource(const CUDA_RESOURCE_DESC& given) {
  cudaResourceDesc same = {};
  if (given.flags != 0) return std::nullopt;
  switch (given.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      same.resType = cudaResourceTypeArray;
      same.res.array.array = reinterpret_cast<cudaArray_t>(given.res.array.hArray);
      return same;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      same.resType = cudaResourceTypeMipmappedArray;
      same.res.mipmap.mipmap =
          reinterpret_cast<cudaMipmappedArray_t>(given.res.mipmap.hMipmappedArray);
      return same;
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto format = channel_format(given.res.linear.format, given.res.linear.numChannels);
      if (!format) return std::nullopt;
      same.resType = cudaResourceTypeLinear;
      same.res.linear.devPtr = reinterpret_cast<void*>(given.res.linear.devPtr);
      same.res.linear.desc = *format;
      same.res.linear.sizeInBytes = given.res.linear.sizeInBytes;
      return same;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto format = channel_format(given.res.pitch2D.format, given.res.pitch2D.numChannels);
      if (!format) return std::nullopt;
      same.resType = cudaResourceTypePitch2D;
      same.res.pitch2D.devPtr = reinterpret_cast<void*>(given.res.pitch2D.devPtr);
      same.res.pitch2D.desc = *format;
      same.res.pitch2D.width = given.res.pitch2D.width;
      same.res.pitch2D.height = given.res.pitch2D.height;
      same.res.pitch2D.pitchInBytes = given.res.pitch2D.pitchInBytes;
      return same;
    }
  }
  return std::nullopt;
}

CUDA_RESOURCE_DESC driver_resource(const cudaResourceDesc& given) {
  CUDA_RESOURCE_DESC same = {};
  switch (given.resType) {
    case cudaResourceTypeArray:
      same.resType = CU_RESOURCE_TYPE_ARRAY;
      same.res.array.hArray = reinterpret_cast<CUarray>(given.res.array.array);
      break;
    case cudaResourceTypeMipmappedArray:
      same.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
      same.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(given.res.mipmap.mipmap);
      break;
    case cudaResourceTypeLinear: {
      const ArrayFormat format = array_format(given.res.linear.desc);
      same.resType = CU_RESOURCE_TYPE_LINEAR;
      same.res.linear.devPtr = reinterpret_cast<CUdeviceptr>(given.res.linear.devPtr);
      same.res.linear.format = format.format;
      same.res.linear.numChannels = format.channels;
      same.res.linear.sizeInBytes = given.res.linear.sizeInBytes;
      break;
    }
    case cudaResourceTypePitch2D: {
      const ArrayFormat format = array_format(given.res.pitch2D.desc);
      same.resType = CU_RESOURCE_TYPE_PITCH2D;
      same.res.pitch2D.devPtr = reinterpret_cast<CUdeviceptr>(given.res.pitch2D.devPtr);
      same.res.pitch2D.format = format.format;
      same.res.pitch2D.numChannels = format.channels;
      same.res.pitch2D.width = given.res.pitch2D.width;
      same.res.pitch2D.height = given.res.pitch2D.height;
      same.res.pitch2D.pitchInBytes = given.res.pitch2D.pitchInBytes;
      break;
    }
  }
  return same;
}

/// What elements the resource has: the runtime asks how they are read, the driver only that integers stay so.
bool are_small_integers(const cudaResourceDesc& resource) {
  cudaChannelFormatDesc format = {};
  if (resource.resType == cudaResourceTypeArray) {
    if (checked::cudaGetChannelDesc(&format, resource.res.array.array) != cudaSuccess) return false;
  } else if (resource.resType == cudaResourceTypeMipmappedArray) {
    cudaArray_t level = nullptr;
    if (checked::cudaGetMipmappedArrayLevel(&level, resource.res.mipmap.mipmap, 0) != cudaSuccess ||
        checked::cudaGetChannelDesc(&format, level) != cudaSuccess)
      return false;
  } else {
    format = resource.resType == cudaResourceTypeLinear ? resource.res.linear.desc
                                                        : resource.res.pitch2D.desc;
  }
  return format.f != cudaChannelFormatKindFloat && format.x <= 16;
}

cudaTextureDesc runtime_texture(const CUDA_TEXTURE_DESC& given, const cudaResourceDesc& resource) {
  cudaTextureDesc same = {};
  for (int i = 0; i < 3; ++i)
    same.addressMode[i] = static_cast<cudaTextureAddressMode>(given.addressMode[i]);
  same.filterMode = static_cast<cudaTextureFilterMode>(given.filterMode);
  const bool is_normalized =
      (given.flags & CU_TRSF_READ_AS_INTEGER) == 0 && are_small_integers(resource);
  same.readMode = is_normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  same.sRGB = (given.flags & CU_TRSF_SRGB) != 0;
  std::copy_n(given.borderColor, 4, same.borderColor);
  same.normalizedCoords = (given.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  same.maxAnisotropy = given.maxAnisotropy;
  same.mipmapFilterMode = static_cast<cudaTextureFilterMode>(given.mipmapFilterMode);
  same.mipmapLevelBias = given.mipmapLevelBias;
  same.minMipmapLevelClamp = given.minMipmapLevelClamp;
  same.maxMipmapLevelClamp = given.maxMipmapLevelClamp;
  same.disableTrilinearOptimization = (given.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  same.seamlessCubemap = (given.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return same;
}

CUDA_TEXTURE_DESC driver_texture(const cudaTextureDesc& given, const cudaResourceDesc& resource) {
  CUDA_TEXTURE_DESC same = {};
  for (int i = 0; i < 3; ++i)
    same.addressMode[i] = static_cast<CUaddress_mode>(given.addressMode[i]);
  same.filterMode = static_cast<CUfilter_mode>(given.filterMode);
  if (given.readMode == cudaReadModeElementType && are_small_integers(resource))
    same.flags |= CU_TRSF_READ_AS_INTEGER;
  if (given.normalizedCoords != 0) same.flags |= CU_TRSF_NORMALIZED_COORDINATES;
  if (given.sRGB != 0) same.flags |= CU_TRSF_SRGB;
  if (given.disableTrilinearOptimization != 0) same.flags |= CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
  if (given.seamlessCubemap != 0) same.flags |= CU_TRSF_SEAMLESS_CUBEMAP;
  same.maxAnisotropy = given.maxAnisotropy;
  same.mipmapFilterMode = static_cast<CUfilter_mode>(given.mipmapFilterMode);
  same.mipmapLevelBias = given.mipmapLevelBias;
  same.minMipmapLevelClamp = given.minMipmapLevelClamp;
  same.maxMipmapLevelClamp = given.maxMipmapLevelClamp;
  std::copy_n(given.borderColor, 4, same.borderColor);
  return same;
}

}  // namespace

CUresult tex_object_create(CUtexObject* tex_object, const CUDA_RESOURCE_DESC* res_desc,
                           const CUDA_TEXTURE_DESC* tex_desc,
                           const CUDA_RESOURCE_VIEW_DESC* res_view_desc) {
  if (tex_object == nullptr || res_desc == nullptr || tex_desc == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  const auto resource = runtime_resource(*res_desc);
  if (!resource) return CUDA_ERROR_INVALID_VALUE;
  const cudaTextureDesc texture = runtime_texture(*tex_desc, *resource);
  cudaResourceViewDesc view = {};
  if (res_view_desc != nullptr) {
    view.format = static_cast<cudaResourceViewFormat>(res_view_desc->format);
    view.width = res_view_desc->width;
    view.height = res_view_desc->height;
    view.depth = res_view_desc->depth;
    view.firstMipmapLevel = res_view_desc->firstMipmapLevel;
    view.lastMipmapLevel = res_view_desc->lastMipmapLevel;
    view.firstLayer = res_view_desc->firstLayer;
    view.lastLayer = res_view_desc->lastLayer;
  }
  return to_result(checked::cudaCreateTextureObject(tex_object, &*resource, &texture,
                                                    res_view_desc != nullptr ? &view : nullptr));
}

CUresult tex_object_destroy(CUtexObject tex_object) {
  return to_result(checked::cudaDestroyTextureObject(tex_object));
}

CUresult tex_object_get_resource_desc(CUDA_RESOURCE_DESC* res_desc, CUtexObject tex_object) {
  if (res_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceDesc same;
  const CUresult result = to_result(checked::cudaGetTextureObjectResourceDesc(&same, tex_object));
  if (result == CUDA_SUCCESS) *res_desc = driver_resource(same);
  return result;
}

CUresult tex_object_get_texture_desc(CUDA_TEXTURE_DESC* tex_desc, CUtexObject tex_object) {
  if (tex_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaTextureDesc same;
  cudaResourceDesc resource;
  CUresult result = to_result(checked::cudaGetTextureObjectTextureDesc(&same, tex_object));
  if (result == CUDA_SUCCESS)
    result = to_result(checked::cudaGetTextureObjectResourceDesc(&resource, tex_object));
  if (result == CUDA_SUCCESS) *tex_desc = driver_texture(same, resource);
  return result;
}

CUresult tex_object_get_resource_view_desc(CUDA_RESOURCE_VIEW_DESC* res_view_desc,
                                           CUtexObject tex_object) {
  if (res_view_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceViewDesc same;
  const CUresult result =
      to_result(checked::cudaGetTextureObjectResourceViewDesc(&same, tex_object));
  if (result != CUDA_SUCCESS) return result;
  *res_view_desc = {};
  res_view_desc->format = static_cast<CUresourceViewFormat>(same.format);
  res_view_desc->width = same.width;
  res_view_desc->height = same.height;
  res_view_desc->depth = same.depth;
  res_view_desc->firstMipmapLevel = same.firstMipmapLevel;
  res_view_desc->lastMipmapLevel = same.lastMipmapLevel;
  res_view_desc->firstLayer = same.firstLayer;
  res_view_desc->lastLayer = same.lastLayer;
  return CUDA_SUCCESS;
}

CUresult surf_object_create(CUsurfObject* surf_object, const CUDA_RESOURCE_DESC* res_desc) {
  if (surf_object == nullptr || res_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto resource = runtime_resource(*res_desc);
  if (!resource || res_desc->res.array.hArray == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return to_result(checked::cudaCreateSurfaceObject(surf_object, &*resource));
}

CUresult surf_object_destroy(CUsurfObject surf_object) {
  return to_result(checked::cudaDestroySurfaceObject(surf_object));
}

CUresult surf_object_get_resource_desc(CUDA_RESOURCE_DESC* res_desc, CUsurfObject surf_object) {
  if (res_desc == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceDesc same;
  const CUresult result = to_result(checked::cudaGetSurfaceObjectResourceDesc(&same, surf_object));
  if (result == CUDA_SUCCESS) *res_desc = driver_resource(same);
  return result;
}

}  // namespace riffle::api::cuda
