// SPDX-License-Identifier: Apache-2.0
// Which textures can be made, and what kernels are told of them. The rules are those that an H200 keeps; some are not
// written anywhere else (test/conformance/api/texture/create.cu).
#include <algorithm>
#include <span>
#include <vector>

#include "api/cudart/array.h"
#include "api/cudart/channel_format.h"
#include "api/cudart/entry.h"
#include "api/cudart/image_object.h"
#include "api/cudart/texture_format.h"
#include "device/cpu/texel.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

using Checked = std::expected<void, cudaError_t>;

constexpr std::size_t kBaseAlignment = 512;  // cudaDeviceProp::textureAlignment
constexpr std::size_t kPitchAlignment = 32;  // cudaDeviceProp::texturePitchAlignment
constexpr std::size_t kMostLinearElements = (std::size_t{1} << 31) - 1;

/// What the image lies in, before a texture description says how it is read.
struct Source {
  cudaChannelFormatDesc format{};
  unsigned axes = 1;
  bool is_plain = false;  ///< memory, no array: views do not matter
};

bool is_texture_memory(const void* pointer) {
  return pointer != nullptr && memory::registry().find(pointer).has_value();
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kBaseAlignment == 0;
}

std::expected<Source, cudaError_t> place_line(riffle_image& image, const cudaResourceDesc& from) {
  const auto& line = from.res.linear;
  const std::size_t bytes = element_bytes(line.desc);
  if (bytes == 0) return std::unexpected(cudaErrorInvalidChannelDescriptor);
  if (!is_texture_memory(line.devPtr) || !is_aligned(line.devPtr) ||
      line.sizeInBytes / bytes > kMostLinearElements)
    return std::unexpected(cudaErrorInvalidValue);
  image.level[0] = {.base = static_cast<char*>(line.devPtr),
                    .row_pitch_bytes = line.sizeInBytes,
                    .slice_pitch_bytes = line.sizeInBytes,
                    .width = static_cast<unsigned>(line.sizeInBytes / bytes),
                    .height = 1,
                    .depth = 1,
                    .readable_slices = 1};
  image.source = RIFFLE_SOURCE_LINE;
  return Source{line.desc, 1, true};
}

std::expected<Source, cudaError_t> place_plane(riffle_image& image, const cudaResourceDesc& from) {
  const auto& plane = from.res.pitch2D;
  const cudaDeviceProp& most = texture_limits();
  if (element_bytes(plane.desc) == 0) return std::unexpected(cudaErrorInvalidChannelDescriptor);
  if (!is_texture_memory(plane.devPtr) || !is_aligned(plane.devPtr) ||
      plane.pitchInBytes % kPitchAlignment != 0 ||
      plane.pitchInBytes > static_cast<std::size_t>(most.maxTexture2DLinear[2]) ||
      plane.width > static_cast<std::size_t>(most.maxTexture2DLinear[0]) ||
      plane.height > static_cast<std::size_t>(most.maxTexture2DLinear[1]))
    return std::unexpected(cudaErrorInvalidValue);
  image.level[0] = {.base = static_cast<char*>(plane.devPtr),
                    .row_pitch_bytes = plane.pitchInBytes,
                    .slice_pitch_bytes = plane.pitchInBytes * plane.height,
                    .width = std::max(static_cast<unsigned>(plane.width), 1U),
                    .height = std::max(static_cast<unsigned>(plane.height), 1U),
                    .depth = 1,
                    .readable_slices = 1};
  image.source = RIFFLE_SOURCE_PLANE;
  return Source{plane.desc, 2, true};
}

std::expected<Source, cudaError_t> place_levels(riffle_image& image, cudaArray_t const* levels,
                                                std::size_t count) {
  for (unsigned i = 0; i < count; ++i) {
    if (!place_array(image, i, levels[i])) return std::unexpected(cudaErrorInvalidResourceHandle);
  }
  const ArrayObject* const first = find_array(levels[0]);
  if (first == nullptr) return std::unexpected(cudaErrorInvalidResourceHandle);
  image.level_count = static_cast<unsigned>(count);
  const memory::ArrayExtent& extent = first->array.extent;
  image.has_layers = first->has_layers() ? 1 : 0;
  const unsigned axes = extent.height == 0 ? 1 : extent.depth == 0 || first->has_layers() ? 2 : 3;
  image.source = (first->flags & cudaArrayCubemap) != 0 ? RIFFLE_SOURCE_CUBE
                 : axes == 3                            ? RIFFLE_SOURCE_BOX
                                                        : RIFFLE_SOURCE_PLANE;
  return Source{first->format, axes, false};
}

std::expected<Source, cudaError_t> place(riffle_image& image, const cudaResourceDesc& from) {
  image.level_count = 1;
  switch (from.resType) {
    case cudaResourceTypeArray:
      return place_levels(image, &from.res.array.array, 1);
    case cudaResourceTypeMipmappedArray: {
      const MipmappedObject* const object = mipmapped_arrays().find(from.res.mipmap.mipmap);
      if (object == nullptr) return std::unexpected(cudaErrorInvalidResourceHandle);
      return place_levels(image, object->levels.data(),
                          std::min<std::size_t>(object->levels.size(), RIFFLE_IMAGE_LEVELS));
    }
    case cudaResourceTypeLinear:
      return place_line(image, from);
    case cudaResourceTypePitch2D:
      return place_plane(image, from);
  }
  return std::unexpected(cudaErrorInvalidValue);
}

Checked check_reading(const Source& source, bool is_cube, const TexelFormat& format,
                      const cudaTextureDesc& how) {
  const bool by_name = is_normalized_kind(source.format.f);
  const bool is_packed = format.type == RIFFLE_CHANNEL_U1010102;
  const bool as_float = how.readMode == cudaReadModeNormalizedFloat;
  const bool gives_floats =
      format.is_float() || is_packed || (as_float && format.is_small_integer());
  if (by_name && as_float == is_packed) return std::unexpected(cudaErrorInvalidNormSetting);
  if (how.filterMode == cudaFilterModeLinear && !gives_floats)
    return std::unexpected(cudaErrorInvalidFilterSetting);
  if (as_float && !format.is_small_integer()) return std::unexpected(cudaErrorInvalidNormSetting);
  const auto is_filter = [](cudaTextureFilterMode mode) {
    return mode == cudaFilterModePoint || mode == cudaFilterModeLinear;
  };
  if (!is_filter(how.filterMode) || !is_filter(how.mipmapFilterMode))
    return std::unexpected(cudaErrorInvalidValue);
  for (unsigned axis = 0; axis < source.axes; ++axis) {
    if (how.addressMode[axis] < cudaAddressModeWrap ||
        how.addressMode[axis] > cudaAddressModeBorder)
      return std::unexpected(cudaErrorInvalidValue);
  }
  if (how.seamlessCubemap != 0 && !is_cube) return std::unexpected(cudaErrorInvalidValue);
  return {};
}

/// Another format of the same size, some of the levels, some of the layers.
std::expected<TexelFormat, cudaError_t> apply_view(riffle_image& image, const TexelFormat& own,
                                                   const memory::ArrayExtent& extent,
                                                   const cudaResourceViewDesc& view) {
  const std::optional<TexelFormat> format = texel_format(view.format);
  const bool is_same_size =
      view.width == extent.width && view.height == extent.height && view.depth == extent.depth;
  const bool has_ranges = (image.level_count > 1 || view.lastMipmapLevel == 0) &&
                          (image.has_layers != 0 || view.lastLayer == 0) &&
                          view.firstMipmapLevel <= view.lastMipmapLevel &&
                          view.firstLayer <= view.lastLayer;
  if (!format || format->element_bytes != own.element_bytes || !is_same_size || !has_ranges)
    return std::unexpected(cudaErrorInvalidValue);
  const unsigned last = image.level_count - 1;
  const unsigned first_level = std::min(view.firstMipmapLevel, last);
  image.level_count = std::min(view.lastMipmapLevel, last) - first_level + 1;
  std::copy_n(image.level + first_level, image.level_count, image.level);
  if (image.has_layers != 0) {
    for (unsigned i = 0; i < image.level_count; ++i) {
      riffle_image_level& level = image.level[i];
      level.base += view.firstLayer * level.slice_pitch_bytes;
      level.readable_slices = level.depth > view.firstLayer ? level.depth - view.firstLayer : 0;
      level.depth = view.lastLayer - view.firstLayer + 1;
    }
  }
  return *format;
}

/// Elements of the type that kernels ask for, at a place that needs neither a filter nor another period.
void mark_plain(riffle_image& image, const Source& source) {
  const bool is_raw = image.reads_as_float == 0 && image.type != RIFFLE_CHANNEL_F16 &&
                      image.type != RIFFLE_CHANNEL_U1010102;
  if (!is_raw) return;
  if (image.source == RIFFLE_SOURCE_LINE) image.plain_fetch_bytes = image.element_bytes;
  const bool is_clamped =
      std::ranges::all_of(std::span(image.address_mode).first(source.axes),
                          [](unsigned mode) { return mode != RIFFLE_ADDRESS_BORDER; });
  if (image.filters == 0 && image.is_normalized == 0 && is_clamped &&
      image.source == RIFFLE_SOURCE_PLANE && image.level_count == 1 && image.has_layers == 0)
    image.plain_sample_bytes = image.element_bytes;
}

void set_reading(riffle_image& image, const TexelFormat& format, const TexelFormat& own,
                 const cudaTextureDesc& how) {
  image.element_bytes = format.element_bytes;
  image.channels = format.channels;
  image.type = format.type;
  // Asking for elements as they are counts where the array's own elements are integers of 8 or 16 bits.
  const bool as_integers = own.is_small_integer() && how.readMode != cudaReadModeNormalizedFloat;
  image.reads_as_float =
      (format.is_small_integer() && !as_integers) || format.type == RIFFLE_CHANNEL_U1010102 ? 1 : 0;
  image.is_srgb = how.sRGB != 0 && image.reads_as_float != 0 ? 1 : 0;
  for (unsigned axis = 0; axis < 3; ++axis)
    image.address_mode[axis] = static_cast<unsigned>(how.addressMode[axis]);
  image.filters = how.filterMode == cudaFilterModeLinear ? 1 : 0;
  image.filters_levels = how.mipmapFilterMode == cudaFilterModeLinear ? 1 : 0;
  image.is_normalized = how.normalizedCoords != 0 || image.source == RIFFLE_SOURCE_CUBE ? 1 : 0;
  image.is_seamless = how.seamlessCubemap != 0 ? 1 : 0;
  image.max_anisotropy = how.maxAnisotropy;
  image.level_bias = how.mipmapLevelBias;
  image.min_level = how.minMipmapLevelClamp;
  image.max_level = how.maxMipmapLevelClamp;
  std::copy_n(how.borderColor, 4, image.border);
  device::make_border_element(image);
}

memory::ArrayExtent extent_of(const cudaResourceDesc& resource) {
  cudaArray_t array = resource.res.array.array;
  if (resource.resType == cudaResourceTypeMipmappedArray) {
    const MipmappedObject* const object = mipmapped_arrays().find(resource.res.mipmap.mipmap);
    array = object == nullptr ? nullptr : object->levels.front();
  }
  const ArrayObject* const object = find_array(array);
  return object == nullptr ? memory::ArrayExtent{} : object->array.extent;
}

}  // namespace

std::expected<ImageObject, cudaError_t> describe_texture(const cudaResourceDesc& resource,
                                                         const cudaTextureDesc& texture,
                                                         const cudaResourceViewDesc* view) {
  ImageObject object{
      .resource = resource, .texture = texture, .device = current_context().device()};
  const auto source = place(object.image, resource);
  if (!source) return std::unexpected(source.error());
  const std::optional<TexelFormat> own = texel_format(source->format);
  if (!own) return std::unexpected(cudaErrorInvalidChannelDescriptor);
  if (const Checked checked =
          check_reading(*source, object.image.source == RIFFLE_SOURCE_CUBE, *own, texture);
      !checked)
    return std::unexpected(checked.error());
  TexelFormat format = *own;
  if (view != nullptr) {
    object.view = *view;
    if (!source->is_plain) {
      const auto seen = apply_view(object.image, *own, extent_of(resource), *view);
      if (!seen) return std::unexpected(seen.error());
      format = *seen;
    }
  }
  object.image.kind = RIFFLE_IMAGE_TEXTURE;
  set_reading(object.image, format, *own, texture);
  mark_plain(object.image, *source);
  return object;
}

}  // namespace riffle::api::cudart
