// SPDX-License-Identifier: Apache-2.0
// Texture objects: made, asked about, ended.
#include "api/cudart/array.h"
#include "api/cudart/capture_rule.h"
#include "api/cudart/channel_format.h"
#include "api/cudart/entry.h"
#include "api/cudart/image_object.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

bool is_there(const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return find_array(resource.res.array.array) != nullptr;
    case cudaResourceTypeMipmappedArray:
      return mipmapped_arrays().find(resource.res.mipmap.mipmap) != nullptr;
    default:
      return resource.resType == cudaResourceTypeLinear ||
             resource.resType == cudaResourceTypePitch2D;
  }
}

}  // namespace

namespace capture_rule {

bool is_texture(const cudaResourceDesc* resource) {
  return resource != nullptr && is_there(*resource);
}

}  // namespace capture_rule

cudaError_t create_texture_object(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc,
                                  const cudaTextureDesc* pTexDesc,
                                  const cudaResourceViewDesc* pResViewDesc) {
  if (pTexObject == nullptr || pResDesc == nullptr) return cudaErrorInvalidValue;
  if (pTexDesc == nullptr) return cudaErrorInvalidResourceHandle;  // as hardware says it
  auto object = describe_texture(*pResDesc, *pTexDesc, pResViewDesc);
  if (!object) return object.error();
  const unsigned long long shown = show_image(*object);
  if (shown == 0) return cudaErrorMemoryAllocation;
  *pTexObject = shown;
  return cudaSuccess;
}

// Hardware does not look whether there is such an object.
cudaError_t destroy_texture_object(cudaTextureObject_t texObject) {
  end_image(texObject, RIFFLE_IMAGE_TEXTURE);
  return cudaSuccess;
}

cudaError_t get_texture_object_resource_desc(cudaResourceDesc* pResDesc,
                                             cudaTextureObject_t texObject) {
  const auto object = find_image(texObject, RIFFLE_IMAGE_TEXTURE);
  if (!object || pResDesc == nullptr || !is_there(object->resource)) return cudaErrorInvalidValue;
  *pResDesc = object->resource;
  pResDesc->flags = 0;
  return cudaSuccess;
}

cudaError_t get_texture_object_texture_desc(cudaTextureDesc* pTexDesc,
                                            cudaTextureObject_t texObject) {
  const auto object = find_image(texObject, RIFFLE_IMAGE_TEXTURE);
  if (!object) return cudaErrorInvalidValue;
  if (pTexDesc == nullptr) return cudaErrorInvalidResourceHandle;  // as hardware says it
  *pTexDesc = object->texture;
  for (int* truth : {&pTexDesc->sRGB, &pTexDesc->normalizedCoords,
                     &pTexDesc->disableTrilinearOptimization, &pTexDesc->seamlessCubemap})
    *truth = *truth != 0 ? 1 : 0;
  return cudaSuccess;
}

// An object without a view: hardware says success and gives words of no meaning.
cudaError_t get_texture_object_resource_view_desc(cudaResourceViewDesc* pResViewDesc,
                                                  cudaTextureObject_t texObject) {
  const auto object = find_image(texObject, RIFFLE_IMAGE_TEXTURE);
  if (!object) return cudaErrorInvalidValue;
  if (pResViewDesc != nullptr) *pResViewDesc = object->view.value_or(cudaResourceViewDesc{});
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
