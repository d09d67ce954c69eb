// SPDX-License-Identifier: Apache-2.0
// Which arrays can be made.
#include "api/cudart/array.h"
#include "api/cudart/capture_rule.h"
#include "api/cudart/channel_format.h"

namespace riffle::api::cudart {
namespace {

using memory::ArrayExtent;

// As CU_ARRAY3D_VIDEO_ENCODE_DECODE: about how hardware lays the array out. The runtime takes it too.
constexpr unsigned kVideoFlag = 0x100;
constexpr unsigned kFlags = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                            cudaArrayTextureGather | kVideoFlag;
// Memory is mapped into these later, by calls of the driver API.
constexpr unsigned kUnmappedFlags = cudaArraySparse | cudaArrayDeferredMapping;

bool is_within(const ArrayExtent& extent, int width, int height = 0, int depth = 0) {
  return extent.width <= static_cast<std::size_t>(width) &&
         extent.height <= static_cast<std::size_t>(height) &&
         extent.depth <= static_cast<std::size_t>(depth);
}

// The dimensions that the flags ask for are there, and no others.
bool is_shape(const ArrayExtent& extent, unsigned flags) {
  const bool is_layered = (flags & cudaArrayLayered) != 0;
  if (extent.width == 0) return false;
  if ((flags & cudaArrayCubemap) != 0) {
    return extent.width == extent.height && extent.depth != 0 &&
           (is_layered ? extent.depth % 6 == 0 : extent.depth == 6);
  }
  if (is_layered) return extent.depth != 0;
  return extent.depth == 0 || extent.height != 0;
}

bool is_small_enough_for_surfaces(const ArrayExtent& extent) {
  const cudaDeviceProp& most = texture_limits();
  if (extent.height == 0 && extent.depth == 0) return is_within(extent, most.maxSurface1D);
  return true;  // the other limits are those of textures
}

bool is_small_enough(const ArrayExtent& extent, unsigned flags, bool is_mipmapped) {
  const cudaDeviceProp& most = texture_limits();
  const bool is_layered = (flags & cudaArrayLayered) != 0;
  if ((flags & cudaArrayCubemap) != 0) {
    return is_layered
               ? is_within(extent, most.maxTextureCubemapLayered[0],
                           most.maxTextureCubemapLayered[0], most.maxTextureCubemapLayered[1])
               : is_within(extent, most.maxTextureCubemap, most.maxTextureCubemap, 6);
  }
  if (is_layered) {
    return extent.height == 0
               ? is_within(extent, most.maxTexture1DLayered[0], 0, most.maxTexture1DLayered[1])
               : is_within(extent, most.maxTexture2DLayered[0], most.maxTexture2DLayered[1],
                           most.maxTexture2DLayered[2]);
  }
  if (extent.depth != 0) {
    return is_within(extent, most.maxTexture3D[0], most.maxTexture3D[1], most.maxTexture3D[2]) ||
           is_within(extent, most.maxTexture3DAlt[0], most.maxTexture3DAlt[1],
                     most.maxTexture3DAlt[2]);
  }
  if (extent.height == 0)
    return is_within(extent, is_mipmapped ? most.maxTexture1DMipmap : most.maxTexture1D);
  if (is_mipmapped)
    return is_within(extent, most.maxTexture2DMipmap[0], most.maxTexture2DMipmap[1]);
  return is_within(extent, most.maxTexture2D[0], most.maxTexture2D[1]);
}

bool can_gather(const ArrayExtent& extent, unsigned flags) {
  const cudaDeviceProp& most = texture_limits();
  return (flags & (cudaArrayLayered | cudaArrayCubemap)) == 0 && extent.height != 0 &&
         is_within(extent, most.maxTexture2DGather[0], most.maxTexture2DGather[1]);
}

}  // namespace

bool is_well_formed(const ArrayDescription& description) {
  const auto& [format, extent, flags] = description;
  return element_bytes(format) != 0 && extent.width != 0 &&
         ((flags & cudaArrayLayered) == 0 || extent.depth != 0);
}

namespace capture_rule {

bool is_array(const void* handle, const cudaChannelFormatDesc* format, const cudaExtent& extent,
              unsigned flags) {
  return handle != nullptr && format != nullptr &&
         is_well_formed({*format, {extent.width, extent.height, extent.depth}, flags});
}

}  // namespace capture_rule

std::expected<std::size_t, cudaError_t> check_array(const ArrayDescription& description,
                                                    bool is_mipmapped) {
  const auto& [format, extent, flags] = description;
  if (is_compressed(format.f)) return std::unexpected(cudaErrorNotSupported);
  if (format.f == cudaChannelFormatKindNV12) return std::unexpected(cudaErrorInvalidValue);
  const std::size_t bytes = element_bytes(format);
  if (bytes == 0) return std::unexpected(cudaErrorInvalidChannelDescriptor);
  if ((flags & ~(kFlags | kUnmappedFlags)) != 0) return std::unexpected(cudaErrorInvalidValue);
  if ((flags & kUnmappedFlags) != 0) return std::unexpected(cudaErrorNotSupported);
  const bool is_good =
      is_shape(extent, flags) && is_small_enough(extent, flags, is_mipmapped) &&
      ((flags & cudaArrayTextureGather) == 0 || can_gather(extent, flags)) &&
      ((flags & cudaArraySurfaceLoadStore) == 0 || is_small_enough_for_surfaces(extent));
  if (!is_good) return std::unexpected(cudaErrorInvalidValue);
  return bytes;
}

}  // namespace riffle::api::cudart
