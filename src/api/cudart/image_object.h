// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects: what they were made of, beside what kernels read.
#pragma once

#include <cuda_runtime_api.h>

#include <expected>
#include <memory>
#include <optional>

#include "riffle_device/image_layout.h"

namespace riffle::api::cudart {

struct ImageObject {
  cudaResourceDesc resource{};
  cudaTextureDesc texture{};
  std::optional<cudaResourceViewDesc> view{};
  riffle_image image{};
  int device = 0;
};

/// Makes an object of it, whose number kernels take for an address; 0 when out of memory.
[[nodiscard]] unsigned long long show_image(const ImageObject& object);
/// A copy, for objects of this kind (RIFFLE_IMAGE_TEXTURE or _SURFACE) that are there.
[[nodiscard]] std::optional<ImageObject> find_image(unsigned long long object, unsigned kind);
/// Work that waits in a stream may still read the object. Does nothing if there is none of that kind.
void end_image(unsigned long long object, unsigned kind);
/// Ends those of a context that is being reset.
void forget_images_of(int device);

/// The first level of an image; false if the array is no longer there.
[[nodiscard]] bool place_array(riffle_image& image, unsigned level, cudaArray_t array);

/// What a texture may be made of: checked, and described for kernels. `view` may be null.
[[nodiscard]] std::expected<ImageObject, cudaError_t> describe_texture(
    const cudaResourceDesc& resource, const cudaTextureDesc& texture,
    const cudaResourceViewDesc* view);

}  // namespace riffle::api::cudart
