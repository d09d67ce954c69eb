// SPDX-License-Identifier: Apache-2.0
// What texture_axis.h and texel.cpp say of one place, for 16 places in loops that become vector code. Coordinates are
// bounded before they become integers: behind that everything is the edge.
#include "device/cpu/texture_packet.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "device/cpu/texel.h"
#include "device/cpu/texture_axis.h"

namespace riffle::device {
namespace {

constexpr unsigned kLanes = 16;

template <class T>
struct alignas(64) TexelLanes {
  T of[kLanes];
  T& operator[](unsigned lane) { return of[lane]; }
  const T& operator[](unsigned lane) const { return of[lane]; }
};

struct AxisPlaces {
  TexelLanes<std::int32_t> first, second, weight;
};

/// Units of 2^-21 of the axis, as Axis::fixed.
[[gnu::always_inline]] inline void find_fixed(const Axis& axis, const TexelLanes<float>& at,
                                              TexelLanes<double>& fixed) {
  constexpr double kUnits = 1 << 21;
  constexpr float kWhole = 1 << 24;
  if (!axis.repeats()) {
    for (unsigned i = 0; i < kLanes; ++i) {
      const float number = std::isnan(at[i]) ? 0 : at[i];
      fixed[i] = std::floor(double{std::min(std::max(number, -1.0F), 2.0F)} * kUnits);
    }
    return;
  }
  const double period = axis.mode == RIFFLE_ADDRESS_WRAP ? kUnits : 2 * kUnits;
  for (unsigned i = 0; i < kLanes; ++i) {
    const double units = std::floor(double{std::fabs(at[i]) < kWhole ? at[i] : 0} * kUnits);
    fixed[i] = units - std::floor(units / period) * period;
  }
}

/// Whole numbers of `scale` in an element, rounded down after `more` was added.
[[gnu::always_inline]] inline void find_places(const Axis& axis, const TexelLanes<float>& at,
                                               double scale, double more,
                                               TexelLanes<std::int32_t>& place) {
  if (axis.is_normalized) {
    constexpr double kUnits = 1 << 21;
    TexelLanes<double> fixed;
    find_fixed(axis, at, fixed);
    for (unsigned i = 0; i < kLanes; ++i)
      place[i] =
          static_cast<std::int32_t>(std::floor(fixed[i] * axis.count * (scale / kUnits) + more));
    return;
  }
  const auto most = static_cast<float>(axis.count + 2);
  for (unsigned i = 0; i < kLanes; ++i) {
    const float number = std::isnan(at[i]) ? 0 : at[i];
    const double bounded = std::min(std::max(number, -2.0F), most);
    place[i] = static_cast<std::int32_t>(std::floor(bounded * scale + more));
  }
}

/// Axis::element.
[[gnu::always_inline]] inline void find_elements(const Axis& axis,
                                                 TexelLanes<std::int32_t>& index) {
  const std::int32_t count = axis.count;
  if (axis.mode == RIFFLE_ADDRESS_BORDER) {
    for (unsigned i = 0; i < kLanes; ++i)
      index[i] = index[i] < 0 || index[i] >= count ? -1 : index[i];
  } else if (!axis.repeats()) {
    for (unsigned i = 0; i < kLanes; ++i) index[i] = std::min(std::max(index[i], 0), count - 1);
  } else if (axis.mode == RIFFLE_ADDRESS_WRAP) {
    for (unsigned i = 0; i < kLanes; ++i) {
      const std::int32_t above = index[i] >= count ? index[i] - count : index[i];
      index[i] = index[i] < 0 ? index[i] + count : above;
    }
  } else {
    const std::int32_t there_and_back = 2 * count;
    for (unsigned i = 0; i < kLanes; ++i) {
      std::int32_t number = index[i] < 0 ? index[i] + there_and_back : index[i];
      number = number >= there_and_back ? number - there_and_back : number;
      index[i] = number < count ? number : there_and_back - 1 - number;
    }
  }
}

/// Axis::neighbours.
[[gnu::always_inline]] inline void find_neighbours(const Axis& axis, const TexelLanes<float>& at,
                                                   AxisPlaces& places) {
  find_places(axis, at, 256, 0.5, places.first);
  for (unsigned i = 0; i < kLanes; ++i) {
    const std::int32_t between = places.first[i] - 128;
    places.first[i] = between >> 8;
    places.second[i] = (between >> 8) + 1;
    places.weight[i] = between & 255;
  }
  find_elements(axis, places.first);
  find_elements(axis, places.second);
  if (axis.repeats()) return;
  for (unsigned i = 0; i < kLanes; ++i)
    places.weight[i] = places.first[i] == places.second[i] ? 0 : places.weight[i];
}

/// Where an element lies behind the first; of the border: -1.
[[gnu::always_inline]] inline void find_offsets(const riffle_image& image,
                                                const TexelLanes<std::int32_t>& x,
                                                const TexelLanes<std::int32_t>& y,
                                                TexelLanes<std::int32_t>& offsets) {
  const auto pitch = static_cast<std::int32_t>(image.level[0].row_pitch_bytes);
  const auto bytes = static_cast<std::int32_t>(image.element_bytes);
  for (unsigned i = 0; i < kLanes; ++i) {
    const std::int32_t offset = y[i] * pitch + x[i] * bytes;
    offsets[i] = (x[i] | y[i]) < 0 ? -1 : offset;
  }
}

/// What is read: up to four elements for each lane, and their weights of 256.
struct Corners {
  TexelLanes<std::int32_t> offsets[4];
  TexelLanes<std::int32_t> weights[4];
};

/// In the order and with the roundings of PlaneWeights.
[[gnu::always_inline]] inline void find_corners(const riffle_image& image, const Axis& x_axis,
                                                const Axis& y_axis, const TexelLanes<float>& x,
                                                const TexelLanes<float>& y, Corners& corners) {
  AxisPlaces across, down;
  find_neighbours(x_axis, x, across);
  find_neighbours(y_axis, y, down);
  for (unsigned i = 0; i < kLanes; ++i) {
    const std::int32_t a = across.weight[i], b = down.weight[i], both = (a * b + 128) >> 8;
    corners.weights[0][i] = 256 - a - b + both;
    corners.weights[1][i] = a - both;
    corners.weights[2][i] = b - both;
    corners.weights[3][i] = both;
  }
  find_offsets(image, across.first, down.first, corners.offsets[0]);
  find_offsets(image, across.second, down.first, corners.offsets[1]);
  find_offsets(image, across.first, down.second, corners.offsets[2]);
  find_offsets(image, across.second, down.second, corners.offsets[3]);
}

template <class T>
[[gnu::always_inline]] inline void load_channel(const riffle_image& image,
                                                const TexelLanes<std::int32_t>& offsets,
                                                unsigned channel, TexelLanes<T>& values) {
  const char* const base = image.level[0].base + channel * sizeof(T);
  const char* const border = image.border_element + channel * sizeof(T);
  if (image.address_mode[0] != RIFFLE_ADDRESS_BORDER &&
      image.address_mode[1] != RIFFLE_ADDRESS_BORDER) {
    for (unsigned i = 0; i < kLanes; ++i) std::memcpy(&values[i], base + offsets[i], sizeof(T));
    return;
  }
  for (unsigned i = 0; i < kLanes; ++i)
    std::memcpy(&values[i], offsets[i] < 0 ? border : base + offsets[i], sizeof(T));
}

/// Halves away from zero, denormals as zero, as in texel.cpp; of a finite sum.
[[gnu::always_inline]] inline std::uint32_t round_finite(double sum) {
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 29) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  const std::uint64_t kept = (bits + (kDropped >> 1) + 1) & ~kDropped;
  const auto near = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(kept)));
  const auto sign = static_cast<std::uint32_t>(bits >> 32) & 0x80000000u;
  return std::fabs(sum) < 0x1p-126 ? sign : near;
}

/// Sums in the order of TexelSum. Elements other than zero and numbers of usual size set `left`.
[[gnu::always_inline]] inline void filter_floats(const riffle_image& image, const Corners& corners,
                                                 unsigned channel,
                                                 TexelLanes<std::uint32_t>& result,
                                                 TexelLanes<std::uint32_t>& left) {
  TexelLanes<double> sum = {};
  for (unsigned k = 0; k < 4; ++k) {
    TexelLanes<float> values;
    load_channel(image, corners.offsets[k], channel, values);
    for (unsigned i = 0; i < kLanes; ++i) {
      constexpr std::uint32_t kLeast = 0x00800000, kEnd = 0x7f000000;  // 2^-126, 2^127
      const auto bits = std::bit_cast<std::uint32_t>(values[i]);
      left[i] |= static_cast<std::uint32_t>((bits & 0x7fffffff) - kLeast >= kEnd - kLeast) &
                 static_cast<std::uint32_t>(bits != 0);
      sum[i] += double{values[i]} * corners.weights[k][i];
    }
  }
  for (unsigned i = 0; i < kLanes; ++i) result[i] = round_finite(sum[i] / 256);
}

/// Filtered as integers of 16 bits, which `scale` makes of an element.
template <class T>
[[gnu::always_inline]] inline void filter_fractions(const riffle_image& image,
                                                    const Corners& corners, unsigned channel,
                                                    TexelLanes<std::uint32_t>& result) {
  constexpr std::int32_t scale = sizeof(T) == 1 ? 257 : 1;
  TexelLanes<std::int32_t> sum = {};
  for (unsigned k = 0; k < 4; ++k) {
    TexelLanes<T> values;
    load_channel(image, corners.offsets[k], channel, values);
    for (unsigned i = 0; i < kLanes; ++i) sum[i] += values[i] * scale * corners.weights[k][i];
  }
  for (unsigned i = 0; i < kLanes; ++i)
    result[i] = std::bit_cast<std::uint32_t>(static_cast<float>((sum[i] + 128) >> 8) / 65535.0F);
}

template <class T>
[[gnu::always_inline]] inline void read_fractions(const riffle_image& image,
                                                  const TexelLanes<std::int32_t>& offsets,
                                                  unsigned channel,
                                                  TexelLanes<std::uint32_t>& result) {
  constexpr float most = sizeof(T) == 1 ? 255 : 65535;
  TexelLanes<T> values;
  load_channel(image, offsets, channel, values);
  for (unsigned i = 0; i < kLanes; ++i)
    result[i] = std::bit_cast<std::uint32_t>(static_cast<float>(values[i]) / most);
}

/// Up to 16 lanes; those that are left.
[[gnu::always_inline]] inline std::uint32_t sample_lanes(const riffle_image& image,
                                                         const TexelLanes<float>& x,
                                                         const TexelLanes<float>& y,
                                                         TexelLanes<std::uint32_t> (&channels)[4]) {
  const auto axis = [&](unsigned number, unsigned count) {
    return Axis{static_cast<int>(count), image.address_mode[number], image.is_normalized != 0};
  };
  const Axis x_axis = axis(0, image.level[0].width), y_axis = axis(1, image.level[0].height);
  TexelLanes<std::uint32_t> left = {};
  if (image.filters == 0) {
    TexelLanes<std::int32_t> column, row;
    find_places(x_axis, x, 1, 0, column);
    find_places(y_axis, y, 1, 0, row);
    find_elements(x_axis, column);
    find_elements(y_axis, row);
    TexelLanes<std::int32_t> offsets;
    find_offsets(image, column, row, offsets);
    for (unsigned c = 0; c < image.channels; ++c) {
      if (image.type == RIFFLE_CHANNEL_F32) load_channel(image, offsets, c, channels[c]);
      if (image.type == RIFFLE_CHANNEL_U8)
        read_fractions<std::uint8_t>(image, offsets, c, channels[c]);
      if (image.type == RIFFLE_CHANNEL_U16)
        read_fractions<std::uint16_t>(image, offsets, c, channels[c]);
    }
    return 0;
  }
  Corners corners;
  find_corners(image, x_axis, y_axis, x, y, corners);
  for (unsigned c = 0; c < image.channels; ++c) {
    if (image.type == RIFFLE_CHANNEL_F32) filter_floats(image, corners, c, channels[c], left);
    if (image.type == RIFFLE_CHANNEL_U8)
      filter_fractions<std::uint8_t>(image, corners, c, channels[c]);
    if (image.type == RIFFLE_CHANNEL_U16)
      filter_fractions<std::uint16_t>(image, corners, c, channels[c]);
  }
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < kLanes; ++i) bits |= left[i] << i;
  return bits;
}

[[gnu::always_inline]] inline std::uint64_t sample_any(const riffle_image& image,
                                                       std::uint32_t lanes, std::uint64_t mask,
                                                       const float* x, const float* y,
                                                       char* results) {
  std::uint64_t left = 0;
  for (unsigned first = 0; first < lanes; first += kLanes) {
    const unsigned count = std::min(lanes - first, kLanes);
    const auto on = static_cast<std::uint32_t>(mask >> first) & 0xffffu;
    const bool all_on = on == 0xffffu;
    // Lanes that are off may hold anything; the place (0, 0) is there.
    TexelLanes<float> near_x = {}, near_y = {};
    for (unsigned i = 0; all_on && i < kLanes; ++i) {
      near_x[i] = x[first + i];
      near_y[i] = y[first + i];
    }
    for (unsigned i = 0; !all_on && i < count; ++i) {
      near_x[i] = (on >> i & 1) != 0 ? x[first + i] : 0;
      near_y[i] = (on >> i & 1) != 0 ? y[first + i] : 0;
    }
    TexelLanes<std::uint32_t> channels[4] = {};
    left |= std::uint64_t{sample_lanes(image, near_x, near_y, channels)} << first;
    auto* const texels = results + first * sizeof(Texel);
    if (all_on) {
      Texel all[kLanes];
      for (unsigned i = 0; i < kLanes; ++i) {
        for (unsigned c = 0; c < 4; ++c) all[i].channel[c] = channels[c][i];
      }
      std::memcpy(texels, all, sizeof all);
      continue;
    }
    for (unsigned i = 0; i < count; ++i) {
      if ((on >> i & 1) == 0) continue;
      const Texel texel = {{channels[0][i], channels[1][i], channels[2][i], channels[3][i]}};
      std::memcpy(texels + i * sizeof texel, &texel, sizeof texel);
    }
  }
  return left & mask;
}

using Sample = std::uint64_t (*)(const riffle_image&, std::uint32_t, std::uint64_t, const float*,
                                 const float*, char*);

#if defined(__x86_64__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma")]] std::uint64_t sample_avx512(
    const riffle_image& image, std::uint32_t lanes, std::uint64_t mask, const float* x,
    const float* y, char* results) {
  return sample_any(image, lanes, mask, x, y, results);
}
[[gnu::target("avx2,fma")]] std::uint64_t sample_avx2(const riffle_image& image,
                                                      std::uint32_t lanes, std::uint64_t mask,
                                                      const float* x, const float* y,
                                                      char* results) {
  return sample_any(image, lanes, mask, x, y, results);
}
#endif
std::uint64_t sample_plain(const riffle_image& image, std::uint32_t lanes, std::uint64_t mask,
                           const float* x, const float* y, char* results) {
  return sample_any(image, lanes, mask, x, y, results);
}

Sample best_sample() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return sample_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return sample_avx2;
#endif
  return sample_plain;
}

}  // namespace

bool is_common_plane(const riffle_image& image, std::uint32_t request) {
  if ((request & ~std::uint32_t{RIFFLE_SAMPLE_LEVEL}) != RIFFLE_SAMPLE_2D) return false;
  if (image.source != RIFFLE_SOURCE_PLANE || image.level_count != 1 ||
      image.level[0].readable_slices == 0)
    return false;
  const riffle_image_level& level = image.level[0];
  if (level.row_pitch_bytes * level.height > INT32_MAX) return false;
  if (image.type == RIFFLE_CHANNEL_F32) return true;
  return (image.type == RIFFLE_CHANNEL_U8 || image.type == RIFFLE_CHANNEL_U16) &&
         image.reads_as_float != 0 && image.is_srgb == 0;
}

std::uint64_t sample_plane_of_packet(const riffle_image& image, std::uint32_t lanes,
                                     std::uint64_t mask, const float* x, const float* y,
                                     void* results) {
  static const Sample best = best_sample();
  return best(image, lanes, mask, x, y, static_cast<char*>(results));
}

}  // namespace riffle::device
