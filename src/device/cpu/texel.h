// SPDX-License-Identifier: Apache-2.0
// Elements of textures: read as they stand, and weighted sums of them with the roundings of an H200.
#pragma once

#include <cstdint>

#include "riffle_device/image_layout.h"

namespace riffle::device {

/// Four channels of 32 bits: floats or integers.
struct Texel {
  std::uint32_t channel[4] = {};
};

/// Puts the border's colour into the format of the elements.
void make_border_element(riffle_image& image);

/// An element as the texture gives it without a filter.
[[nodiscard]] Texel read_texel(const riffle_image& image, const char* element);

/// A sum of elements whose weights are numbers of 256 that add up to 256.
class TexelSum {
 public:
  explicit TexelSum(const riffle_image& image) : image_(image) {}
  void add(const char* element, int weight);
  [[nodiscard]] Texel result() const;

 private:
  const riffle_image& image_;
  double number_[4] = {};
  std::int32_t integer_[4] = {};
};

/// Between the results for two levels: `weight` of 256 for the second.
[[nodiscard]] Texel blend(const riffle_image& image, const Texel& first, const Texel& second,
                          int weight);

}  // namespace riffle::device
