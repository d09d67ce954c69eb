// SPDX-License-Identifier: Apache-2.0
// From a texture coordinate to the elements that it names, as an H200 does it: normalised coordinates have 21 bits behind
// the point, places between elements 8 bits (rounded, halves up).
#pragma once

#include <cmath>
#include <cstdint>

#include "riffle_device/image_layout.h"

namespace riffle::device {

/// Of numbers that 64 bits hold; without a call of the C library.
inline std::int64_t floor_of(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  return whole - (static_cast<double>(whole) > number ? 1 : 0);
}

/// Two neighbours along one axis, and the second one's weight of 256. -1: outside, where the border is.
struct TexelNeighbours {
  int first;
  int second;
  int weight;
};

/// An axis of a level, and how coordinates along it are taken.
struct Axis {
  int count;
  unsigned mode;
  bool is_normalized;
  int offset = 0;  ///< elements, added to what a coordinate names

  [[nodiscard]] bool repeats() const {
    return is_normalized && (mode == RIFFLE_ADDRESS_WRAP || mode == RIFFLE_ADDRESS_MIRROR);
  }
  /// The element behind a number that may be outside.
  [[nodiscard]] int element(std::int64_t index) const {
    if (offset != 0) {
      index += offset;
      // Coordinates leave a period by one element, an offset leaves more of them.
      if (repeats()) index %= mode == RIFFLE_ADDRESS_WRAP ? count : 2 * count;
    }
    if (mode == RIFFLE_ADDRESS_BORDER)
      return index < 0 || index >= count ? -1 : static_cast<int>(index);
    if (!repeats()) return static_cast<int>(index < 0 ? 0 : index >= count ? count - 1 : index);
    if (mode == RIFFLE_ADDRESS_WRAP)
      return static_cast<int>(index < 0 ? index + count : index >= count ? index - count : index);
    const std::int64_t there_and_back = std::int64_t{2} * count;
    if (index < 0) index += there_and_back;
    if (index >= there_and_back) index -= there_and_back;
    return static_cast<int>(index < count ? index : there_and_back - 1 - index);
  }

  /// In units of 2^-21 of the axis, reduced to one period where there are periods.
  [[nodiscard]] std::int64_t fixed(float at) const {
    constexpr float kWhole = 1 << 24;  // floats from here on are even
    constexpr std::int64_t kPeriod = std::int64_t{1} << 21;
    if (repeats()) {
      if (!(std::fabs(at) < kWhole)) return 0;
      const auto units = floor_of(double{at} * kPeriod);
      return units & ((mode == RIFFLE_ADDRESS_WRAP ? kPeriod : 2 * kPeriod) - 1);
    }
    return floor_of(double{bounded(at)} * kPeriod);
  }

  [[nodiscard]] int nearest(float at) const {
    if (is_normalized) return element((fixed(at) * count) >> 21);
    return element(floor_of(bounded(at)));
  }

  [[nodiscard]] TexelNeighbours neighbours(float at) const {
    const std::int64_t place = is_normalized ? (fixed(at) * count + (1 << 12)) >> 13
                                             : floor_of(double{bounded(at)} * 256 + 0.5);
    const std::int64_t between = place - 128;  // the centres of elements are at halves
    const std::int64_t first = between >> 8;
    const TexelNeighbours found{element(first), element(first + 1),
                                static_cast<int>(between & 255)};
    // Clamped to an element's centre: seen where weights of three axes are rounded.
    const bool is_clamped = found.first == found.second && found.first >= 0 && !repeats();
    return is_clamped ? TexelNeighbours{found.first, found.second, 0} : found;
  }

 private:
  static float bounded(float at) {
    constexpr float kFar = 1 << 24;
    if (std::isnan(at)) return 0;
    return at < -kFar ? -kFar : at > kFar ? kFar : at;
  }
};

}  // namespace riffle::device
