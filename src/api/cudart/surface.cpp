// SPDX-License-Identifier: Apache-2.0
// Surface objects: made, asked about, ended. Hardware takes any array, with the flag for surfaces or without.
#include "api/cudart/array.h"
#include "api/cudart/capture_rule.h"
#include "api/cudart/entry.h"
#include "api/cudart/image_object.h"
#include "api/cudart/texture_format.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {

namespace capture_rule {

bool is_surface(const cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return object != nullptr && resource != nullptr && resource->resType == cudaResourceTypeArray &&
         find_array(resource->res.array.array) != nullptr;
}

}  // namespace capture_rule

cudaError_t create_surface_object(cudaSurfaceObject_t* pSurfObject,
                                  const cudaResourceDesc* pResDesc) {
  if (pSurfObject == nullptr || pResDesc == nullptr || pResDesc->resType != cudaResourceTypeArray)
    return cudaErrorInvalidValue;
  const ArrayObject* const array = find_array(pResDesc->res.array.array);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  ImageObject object{.resource = *pResDesc, .device = current_context().device()};
  object.image.kind = RIFFLE_IMAGE_SURFACE;
  object.image.level_count = 1;
  object.image.element_bytes = static_cast<unsigned>(array->array.element_bytes);
  if (const auto format = texel_format(array->format); format) {
    object.image.channels = format->channels;
    object.image.type = format->type;
  }
  if (!place_array(object.image, 0, pResDesc->res.array.array))
    return cudaErrorInvalidResourceHandle;
  const unsigned long long shown = show_image(object);
  if (shown == 0) return cudaErrorMemoryAllocation;
  *pSurfObject = shown;
  return cudaSuccess;
}

// Hardware does not look whether there is such an object.
cudaError_t destroy_surface_object(cudaSurfaceObject_t surfObject) {
  end_image(surfObject, RIFFLE_IMAGE_SURFACE);
  return cudaSuccess;
}

cudaError_t get_surface_object_resource_desc(cudaResourceDesc* pResDesc,
                                             cudaSurfaceObject_t surfObject) {
  if (pResDesc == nullptr) return cudaErrorInvalidDevice;  // as hardware says it
  const auto object = find_image(surfObject, RIFFLE_IMAGE_SURFACE);
  if (!object) return cudaErrorInvalidValue;
  *pResDesc = object->resource;
  pResDesc->flags = 0;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
