// SPDX-License-Identifier: Apache-2.0
// Reads follow what an H200 answers (test/conformance/textures): weights are numbers of 256, of a plane (ab + 128) / 256
// for the last element and what is left for the others; in boxes x and z come first, then y.
//
// These functions run in kernels: an image that is not there lands as an illegal address.
#include "device/cpu/texture_unit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "device/cpu/block_executor.h"
#include "device/cpu/texel.h"
#include "device/cpu/texture_axis.h"
#include "device/cpu/texture_cube.h"
#include "device/cpu/texture_packet.h"

namespace riffle::device {
namespace {

struct TexelPlace {
  float x, y, z;
  std::int32_t layer;
};

const riffle_image& texture_of(std::uint64_t object) {
  const auto* const image = reinterpret_cast<const riffle_image*>(object);
  if (image->kind != RIFFLE_IMAGE_TEXTURE) {
    BlockExecutor::current()->land({.code = Code::kIllegalAddress,
                                    .what = "a texture object that does not exist",
                                    .address = object});
  }
  return *image;
}

/// One level of a texture, or one slice of it.
class MipLevel {
 public:
  MipLevel(const riffle_image& image, unsigned number, unsigned request)
      : image_(image), level_(image.level[number]), request_(request) {}

  [[nodiscard]] Axis axis(unsigned number, unsigned count) const {
    return {static_cast<int>(count), image_.address_mode[number], image_.is_normalized != 0,
            offset(number)};
  }
  /// Of what is asked, along an axis.
  [[nodiscard]] int offset(unsigned number) const {
    const unsigned bits = request_ >> (RIFFLE_SAMPLE_OFFSET_SHIFT + 4 * number) & 15;
    return static_cast<int>(bits ^ 8) - 8;
  }
  [[nodiscard]] Axis x_axis() const { return axis(0, level_.width); }
  [[nodiscard]] Axis y_axis() const { return axis(1, level_.height); }
  [[nodiscard]] Axis z_axis() const { return axis(2, level_.depth); }

  [[nodiscard]] const char* element(int x, int y, int z) const {
    if (x < 0 || y < 0 || z < 0) return image_.border_element;
    return level_.base + static_cast<std::size_t>(z) * level_.slice_pitch_bytes +
           static_cast<std::size_t>(y) * level_.row_pitch_bytes +
           static_cast<std::size_t>(x) * image_.element_bytes;
  }
  [[nodiscard]] bool has_slice(int z) const { return z < static_cast<int>(level_.readable_slices); }
  /// Layers that are not there are the last one, negative ones too.
  [[nodiscard]] int layer(std::int32_t number) const {
    return static_cast<int>(std::min(static_cast<unsigned>(number), level_.depth - 1));
  }
  [[nodiscard]] const riffle_image_level& layout() const { return level_; }
  [[nodiscard]] const riffle_image& image() const { return image_; }

 private:
  const riffle_image& image_;
  const riffle_image_level& level_;
  unsigned request_;
};

/// Weights of four elements: (first, first), (second, first), (first, second), (second, second).
struct PlaneWeights {
  int weight[4];

  PlaneWeights(int a, int b) {
    const int both = (a * b + 128) >> 8;
    weight[0] = 256 - a - b + both;
    weight[1] = a - both;
    weight[2] = b - both;
    weight[3] = both;
  }
};

/// The part that a slice has in a filter between slices, or a level between levels: `share` of 256.
void add_slice(TexelSum& sum, const MipLevel& level, const TexelNeighbours& across,
               const TexelNeighbours& down, int z, int share) {
  const int second = (across.weight * share + 128) >> 8, first = share - second;
  const int first_below = (first * down.weight + 127) >> 8;
  const int second_below = (second * down.weight + 128) >> 8;
  sum.add(level.element(across.first, down.first, z), first - first_below);
  sum.add(level.element(across.second, down.first, z), second - second_below);
  sum.add(level.element(across.first, down.second, z), first_below);
  sum.add(level.element(across.second, down.second, z), second_below);
}

/// A line among lines has no border above and below.
Texel sample_line(const MipLevel& level, float x, int z) {
  if (!level.has_slice(z)) return {};
  if (level.image().filters == 0)
    return read_texel(level.image(), level.element(level.x_axis().nearest(x), 0, z));
  const TexelNeighbours across = level.x_axis().neighbours(x);
  TexelSum sum(level.image());
  sum.add(level.element(across.first, 0, z), 256 - across.weight);
  sum.add(level.element(across.second, 0, z), across.weight);
  return sum.result();
}

Texel sample_plane(const MipLevel& level, float x, float y, int z) {
  if (!level.has_slice(z)) return {};
  if (level.image().filters == 0)
    return read_texel(level.image(),
                      level.element(level.x_axis().nearest(x), level.y_axis().nearest(y), z));
  const TexelNeighbours across = level.x_axis().neighbours(x), down = level.y_axis().neighbours(y);
  const PlaneWeights weights(across.weight, down.weight);
  TexelSum sum(level.image());
  sum.add(level.element(across.first, down.first, z), weights.weight[0]);
  sum.add(level.element(across.second, down.first, z), weights.weight[1]);
  sum.add(level.element(across.first, down.second, z), weights.weight[2]);
  sum.add(level.element(across.second, down.second, z), weights.weight[3]);
  return sum.result();
}

Texel sample_box(const MipLevel& level, const TexelPlace& at) {
  if (level.image().filters == 0)
    return read_texel(level.image(),
                      level.element(level.x_axis().nearest(at.x), level.y_axis().nearest(at.y),
                                    level.z_axis().nearest(at.z)));
  const TexelNeighbours across = level.x_axis().neighbours(at.x);
  const TexelNeighbours down = level.y_axis().neighbours(at.y);
  const TexelNeighbours deep = level.z_axis().neighbours(at.z);
  TexelSum sum(level.image());
  add_slice(sum, level, across, down, deep.first, 256 - deep.weight);
  add_slice(sum, level, across, down, deep.second, deep.weight);
  return sum.result();
}

/// A filter that goes on behind the edges of a face. At a corner of the cube only three elements meet: the weight of the
/// fourth is divided among them, what is left over goes to the one opposite.
Texel sample_seamless(const MipLevel& level, int first_face, const FacePlace& at) {
  const int size = static_cast<int>(level.layout().width);
  // Coordinates on a face are normalised, and their neighbours may be one outside.
  const Axis unbounded{size + 2, RIFFLE_ADDRESS_BORDER, true};
  const auto neighbours = [&](float part) {
    part = part >= 0 && part <= 1 ? part : part > 1 ? 1.0F : 0.0F;
    const std::int64_t between = ((unbounded.fixed(part) * size + (1 << 12)) >> 13) - 128;
    const int first = static_cast<int>(between >> 8);
    return TexelNeighbours{first, first + 1, static_cast<int>(between & 255)};
  };
  const TexelNeighbours across = neighbours(at.s), down = neighbours(at.t);
  PlaneWeights weights(across.weight, down.weight);
  const auto is_outside = [&](int index) { return index < 0 || index >= size; };
  const char* elements[4] = {};
  for (int i = 0; i < 4; ++i) {
    const int x = (i & 1) != 0 ? across.second : across.first;
    const int y = (i & 2) != 0 ? down.second : down.first;
    if (is_outside(x) && is_outside(y)) {
      int& shared = weights.weight[i];
      const int third = (2 * shared + 3) / 6;
      weights.weight[i ^ 1] += third;
      weights.weight[i ^ 2] += third;
      weights.weight[i ^ 3] += shared - 2 * third;
      shared = 0;
    } else if (is_outside(x) || is_outside(y)) {
      const FaceElement there = over_edge(at.face, x, y, size);
      elements[i] = level.element(there.x, there.y, first_face + there.face);
    } else {
      elements[i] = level.element(x, y, first_face + at.face);
    }
  }
  TexelSum sum(level.image());
  for (int i = 0; i < 4; ++i) sum.add(elements[i], weights.weight[i]);
  return sum.result();
}

Texel sample_cube(const MipLevel& level, const TexelPlace& at, bool has_layers) {
  constexpr unsigned kFaces = 6;
  const unsigned cubes = std::max(level.layout().depth / kFaces, 1U);
  const unsigned cube = has_layers ? std::min(static_cast<unsigned>(at.layer), cubes - 1) : 0;
  const int first_face = static_cast<int>(cube * kFaces);
  const FacePlace place = face_place(at.x, at.y, at.z);
  if (level.image().is_seamless != 0 && level.image().filters != 0)
    return sample_seamless(level, first_face, place);
  return sample_plane(level, place.s, place.t, first_face + place.face);
}

Texel sample_fetch(const MipLevel& level, std::int32_t index) {
  if (static_cast<unsigned>(index) >= level.layout().width) return {};
  return read_texel(level.image(), level.element(index, 0, 0));
}

Texel sample_gather(const MipLevel& level, const TexelPlace& at, int z, unsigned channel) {
  if (!level.has_slice(z)) return {};
  const TexelNeighbours across = level.x_axis().neighbours(at.x),
                        down = level.y_axis().neighbours(at.y);
  const auto read = [&](int x, int y) {
    return read_texel(level.image(), level.element(x, y, z)).channel[channel & 3];
  };
  return {{read(across.first, down.second), read(across.second, down.second),
           read(across.second, down.first), read(across.first, down.first)}};
}

Texel sample_level(const riffle_image& image, unsigned number, unsigned request,
                   const TexelPlace& at) {
  const MipLevel level(image, number, request);
  switch (request & RIFFLE_SAMPLE_SHAPE) {
    case RIFFLE_SAMPLE_FETCH:
      return sample_fetch(level, at.layer);
    case RIFFLE_SAMPLE_1D:  // a plane's first row, with its filter
      return sample_plane(level, at.x, 0, 0);
    case RIFFLE_SAMPLE_3D:
      return sample_box(level, at);
    case RIFFLE_SAMPLE_1D_LAYERED:
      return sample_line(level, at.x, level.layer(at.layer));
    case RIFFLE_SAMPLE_2D_LAYERED:
      return sample_plane(level, at.x, at.y, level.layer(at.layer));
    case RIFFLE_SAMPLE_CUBE:
      return sample_cube(level, at, false);
    case RIFFLE_SAMPLE_CUBE_LAYERED:
      return sample_cube(level, at, true);
    case RIFFLE_SAMPLE_GATHER:
      return sample_gather(level, at, 0, request >> RIFFLE_SAMPLE_CHANNEL_SHIFT);
    case RIFFLE_SAMPLE_GATHER_LAYERED:
      return sample_gather(level, at, level.layer(at.layer),
                           request >> RIFFLE_SAMPLE_CHANNEL_SHIFT);
    default:
      return sample_plane(level, at.x, at.y, 0);
  }
}

/// Levels in units of 1/256, biased and bounded.
int fixed_level(const riffle_image& image, float level, float bias) {
  const auto last = static_cast<float>(image.level_count - 1);
  float wanted = std::isnan(level) ? 0 : std::clamp(level, -64.0F, 64.0F);
  wanted = std::floor(wanted * 256) / 256 + std::trunc(bias * 256) / 256;
  wanted = std::max(std::min(wanted, image.max_level), image.min_level);
  return static_cast<int>(std::clamp(wanted, 0.0F, last) * 256);
}

bool is_plane(unsigned shape) {
  return shape == RIFFLE_SAMPLE_1D || shape == RIFFLE_SAMPLE_2D ||
         shape == RIFFLE_SAMPLE_1D_LAYERED || shape == RIFFLE_SAMPLE_2D_LAYERED;
}

/// Elements of planes of two levels in one sum.
Texel sample_between(const riffle_image& image, unsigned first, int weight, unsigned request,
                     const TexelPlace& at) {
  const unsigned shape = request & RIFFLE_SAMPLE_SHAPE;
  const bool is_line = shape == RIFFLE_SAMPLE_1D || shape == RIFFLE_SAMPLE_1D_LAYERED;
  const bool has_layers = shape == RIFFLE_SAMPLE_1D_LAYERED || shape == RIFFLE_SAMPLE_2D_LAYERED;
  TexelSum sum(image);
  for (unsigned i = 0; i < 2; ++i) {
    const MipLevel level(image, first + i, request);
    const int slice = has_layers ? level.layer(at.layer) : 0;
    if (!level.has_slice(slice)) return {};
    const TexelNeighbours across = level.x_axis().neighbours(at.x);
    const TexelNeighbours down = level.y_axis().neighbours(is_line ? 0 : at.y);
    add_slice(sum, level, across, down, slice, i == 0 ? 256 - weight : weight);
  }
  return sum.result();
}

/// Hardware reads zeros where the function is of another kind than the texture.
bool is_readable(const riffle_image& image, unsigned shape) {
  switch (shape) {
    case RIFFLE_SAMPLE_FETCH:
      return image.source == RIFFLE_SOURCE_LINE;
    case RIFFLE_SAMPLE_3D:
    case RIFFLE_SAMPLE_ELEMENT_3D:
      return image.source == RIFFLE_SOURCE_BOX;
    case RIFFLE_SAMPLE_CUBE:
    case RIFFLE_SAMPLE_CUBE_LAYERED:
      return image.source == RIFFLE_SOURCE_CUBE;
    default:
      return image.source == RIFFLE_SOURCE_PLANE;
  }
}

bool is_by_elements(unsigned shape) {
  return shape == RIFFLE_SAMPLE_ELEMENT_2D || shape == RIFFLE_SAMPLE_ELEMENT_3D ||
         shape == RIFFLE_SAMPLE_ELEMENT_LAYERED;
}

/// No address mode and no filter.
Texel sample_element(const riffle_image& image, unsigned request, const TexelPlace& at,
                     float number) {
  if (!(number >= 0 && number < static_cast<float>(image.level_count))) return {};
  const MipLevel level(image, static_cast<unsigned>(number), request);
  const riffle_image_level& layout = level.layout();
  const bool has_layers = (request & RIFFLE_SAMPLE_SHAPE) == RIFFLE_SAMPLE_ELEMENT_LAYERED;
  const auto inside = [&](float place, unsigned axis, unsigned count) {
    const float index = place + static_cast<float>(level.offset(axis));
    return index >= 0 && index < static_cast<float>(count) ? static_cast<int>(index) : -1;
  };
  const int x = inside(at.x, 0, layout.width), y = inside(at.y, 1, layout.height);
  const int z = has_layers ? level.layer(at.layer) : inside(at.z, 2, layout.depth);
  if (x < 0 || y < 0 || z < 0 || !level.has_slice(z)) return {};
  return read_texel(image, level.element(x, y, z));
}

/// A line is a plane of one row to hardware, and an offset may leave it: that of -1 goes to another row, too.
bool leaves_line(const riffle_image& image, unsigned request) {
  return (request & RIFFLE_SAMPLE_SHAPE) == RIFFLE_SAMPLE_1D &&
         image.address_mode[1] == RIFFLE_ADDRESS_BORDER &&
         MipLevel(image, 0, request).offset(1) != 0;
}

Texel sample(const riffle_image& image, unsigned request, const TexelPlace& at, float level) {
  if (!is_readable(image, request & RIFFLE_SAMPLE_SHAPE)) return {};
  if (leaves_line(image, request)) return read_texel(image, image.border_element);
  if (is_by_elements(request & RIFFLE_SAMPLE_SHAPE))
    return sample_element(image, request, at, level);
  if (image.level_count == 1) return sample_level(image, 0, request, at);
  const bool is_given = (request & RIFFLE_SAMPLE_LEVEL) != 0;
  const int fixed =
      is_given ? fixed_level(image, level, image.level_bias) : fixed_level(image, 0, 0);
  if (image.filters_levels == 0)
    return sample_level(image, static_cast<unsigned>(fixed + 128) >> 8, request, at);
  const auto first = static_cast<unsigned>(fixed >> 8);
  const int weight = fixed & 255;
  if (image.filters != 0 && weight != 0 && is_plane(request & RIFFLE_SAMPLE_SHAPE))
    return sample_between(image, first, weight, request, at);
  const Texel below = sample_level(image, first, request, at);
  if (weight == 0) return below;
  return blend(image, below, sample_level(image, first + 1, request, at), weight);
}

}  // namespace

void sample_texture(std::uint64_t object, std::uint32_t request, float x, float y, float z,
                    std::int32_t layer, float level, void* result) {
  const Texel texel = sample(texture_of(object), request, {x, y, z, layer}, level);
  std::memcpy(result, &texel, sizeof texel);
}

void sample_packet(std::uint64_t object, std::uint32_t request, std::uint32_t lanes,
                   std::uint64_t mask, const float* x, const float* y, const float* z,
                   const std::int32_t* layer, const float* level, void* results) {
  const riffle_image& image = texture_of(object);
  auto* out = static_cast<char*>(results);
  // Lane by lane where reads are noted: then it is known what each of them reads.
  if (BlockExecutor::notes() == nullptr && is_common_plane(image, request))
    mask = sample_plane_of_packet(image, lanes, mask, x, y, results);
  for (std::uint32_t lane = 0; lane < lanes; ++lane, out += sizeof(Texel)) {
    if ((mask >> lane & 1) == 0) continue;
    const Texel texel =
        sample(image, request, {x[lane], y[lane], z[lane], layer[lane]}, level[lane]);
    std::memcpy(out, &texel, sizeof texel);
  }
}

float texture_level(std::uint64_t object, std::uint32_t request, const float* place_and_gradients) {
  const riffle_image& image = texture_of(object);
  const riffle_image_level& level = image.level[0];
  const float* const gradients = place_and_gradients + 3;
  const auto sizes = [&](unsigned axis) {
    const unsigned count = axis == 0 ? level.width : axis == 1 ? level.height : level.depth;
    return static_cast<float>(count);
  };
  const unsigned shape = request & RIFFLE_SAMPLE_SHAPE;
  const unsigned axes = shape == RIFFLE_SAMPLE_1D || shape == RIFFLE_SAMPLE_1D_LAYERED   ? 1
                        : shape == RIFFLE_SAMPLE_2D || shape == RIFFLE_SAMPLE_2D_LAYERED ? 2
                                                                                         : 3;
  float longest = 0;
  for (unsigned direction = 0; direction < 2; ++direction) {
    float squares = 0;
    for (unsigned axis = 0; axis < axes; ++axis) {
      const float part = gradients[3 * direction + axis] * sizes(axis);
      squares += part * part;
    }
    longest = std::max(longest, squares);
  }
  return std::log2(longest) / 2;
}

}  // namespace riffle::device
